// The table: commands, the log, what is kept and saved, and what changes on disk meanwhile. What a command does, the
// studio does; this page shows how the table stands then.

import { at, button, fetched, request, element, game, on, send } from "/static/studio.js";
import { Cloth } from "/static/table-cloth.js";
import { choice, field, numberField, openDialog, openMenu } from "/static/table-dialogs.js";
import { makeHand } from "/static/table-hand.js";
import { faceOf, kindOf, nameOf, pictureOf } from "/static/table-look.js";
import * as model from "/static/table-model.js";
import { Room } from "/static/table-room.js";

const KEPT = `gatepress-table-${game}`;
const STEP = 5, LARGE_STEP = 25, GAP = 4, DIE_ROOM = 28, TOLD_MS = 6000, MOVING_MS = 300, ASKED_MS = 250, KEEP_MS = 50;
const { isStack } = model;

const root = at("tabletop");
let top, now, kept, turn = Promise.resolve(), pending = 0;
let file = { name: "", digest: null };

const look = (card) => kindOf(top.kinds, now?.names ?? {}, card);

const cloth = new Cloth(at("cloth"), {
  get state() { return now; },
  look: (card) => look(card),
  get mayAct() { return !room.isGuest; },
  dropped,
  pointed: (place, dragged) => {
    pointed = place;
    room.point(place, dragged);
  },
  openMenu: (x, y) => menuOfSelection(x, y),
  handAt: (x, y) => {
    const box = at("hand").getBoundingClientRect();
    const isOver = y > box.top && y < box.bottom && x > box.left && x < box.right;
    if (at("hand").classList.contains("target") !== isOver) at("hand").classList.toggle("target", isOver);
    return isOver;
  },
  activate: (id) => activate(id),
  count: (id, by) => perform({ do: "count", id, by }),
  selected: () => showActs(),
});

let pointed;

const showHand = makeHand({ get now() { return now; }, look, perform, sit, cloth });

const room = new Room(root, {
  get now() { return now; },
  cloth, say, tell,
  heard: (state) => took(state),
  kept: () => kept ?? {},
});

// What is done

/** Has the studio do a command, after those before. Rejects where it is refused. */
const act = (command) => later(() => doIt(command));

/** Does something when all before it is done: things may be others by then. */
function later(how) {
  pending += 1;
  keepSoon();
  const done = turn.then(how).finally(() => {
    pending -= 1;
    keepSoon();
  });
  turn = done.catch(() => {});
  return done;
}

async function doIt(command) {
  try {
    const told = await room.act(command);
    took(told, true);
    if (told.made?.length && command.do !== "unbox") {
      cloth.select(told.made);
      cloth.elements.get(told.made[0])?.focus({ preventScroll: true });
    }
    return told;
  } catch (error) {
    cloth.redraw(now);
    throw error;
  }
}

/** The same for what is done by hand: why it was refused is told. */
function perform(command) {
  return act(command).catch((error) => tell(error.message));
}

/** Shows how the table stands. What an older answer tells is known better already. */
function took(state, isOwn = false) {
  if (now && (state.channel === now.channel && state.version < now.version)) return;
  // A studio that was started anew counts from the beginning.
  if (state.channel !== now?.channel) room.heard = 0;
  const last = now?.log.at(-1), isMixed = now && state.mixed[0] > now.version;
  now = state;
  room.seat = now.seat ?? 0;
  cloth.plane.classList.toggle("moving", !isOwn);
  if (!isOwn) setTimeout(() => cloth.plane.classList.remove("moving"), MOVING_MS);
  show();
  if (last !== undefined && now.log.length && now.log.at(-1) !== last) say(now.log.at(-1));
  if (isMixed) now.mixed[1].forEach(mix);
  if (now.wrong) tell(now.wrong);
  room.catchUp();
}

function mix(id) {
  const made = cloth.elements.get(id);
  made?.classList.remove("mixed");
  made?.getBoundingClientRect();
  made?.classList.add("mixed");
}

const go = (name, can, none) => later(() => (now[can] ? doIt({ do: name }) : say(none))).catch((error) => tell(error.message));
const undo = () => go("undo", "can_undo", "There is nothing to undo");
const redo = () => go("redo", "can_redo", "There is nothing to do again");

function say(words) {
  at("said").textContent = "";
  at("said").textContent = words;
}

let telling;
/** Tells what went wrong to who sees the page, too. */
function tell(words) {
  clearTimeout(telling);
  at("told").textContent = words;
  telling = setTimeout(() => { at("told").textContent = ""; }, TOLD_MS);
}

function show() {
  cloth.draw(now);
  showHand();
  showActs();
  showLog();
  for (const [name, can] of [["undo", now.can_undo], ["redo", now.can_redo]]) {
    const tool = root.querySelector(`[data-do="${name}"]`);
    if (tool) tool.disabled = !can;
  }
  at("boxed").textContent = now.box.reduce((sum, { count }) => sum + count, 0);
  at("empty").hidden = now.things.length > 0;
  keepSoon();
}

function showLog() {
  at("log").replaceChildren(...now.log.map((words) => element("li", {}, words)));
  at("log-panel").scrollTop = at("log-panel").scrollHeight;
}

// Commands

const selection = () => now.things.filter((thing) => cloth.selection.has(thing.id));
const piles = (things) => things.filter((thing) => model.isPile(thing) && look(thing.top.card).what !== "board");
const ids = (things) => things.map((thing) => thing.id);
const called = (things) => (things.length === 1 ? describe(things[0]) : `${things.length} things`);
const describe = (thing) => (isStack(thing) ? `${nameOf(thing, look)}, a stack of ${thing.count}` : nameOf(thing, look));
const isRolled = (thing) => thing.kind === "die" || thing.kind === "coin";
const isTurnable = (thing) => model.isPile(thing) || thing.kind === "coin";
const seated = () => now.seats[now.seat].name;
const one = (name, more) => ([thing]) => ({ do: name, id: thing.id, ...more });
const all = (name, more, which = () => true) => (things) => ({ do: name, ids: ids(things.filter(which)), ...more });

/** What can be done with what is selected; each is in the menu, has a button, and most have a key. `act` gives the command,
 * or asks for more. */
const COMMANDS = [
  { name: "flip", label: "Turn over", key: "F", when: (things) => things.some(isTurnable), act: all("flip", {}, isTurnable) },
  { name: "flip-top", label: "Turn over the top one", key: "T", when: (things) => things.length === 1 && isStack(things[0]), act: one("flip-top") },
  { name: "rotate", label: "Turn by 90°", key: "R", when: (things) => things.length > 0, act: all("rotate") },
  { name: "shuffle", label: "Shuffle", key: "S", when: (things) => things.some(isStack), act: shuffled },
  { name: "roll", label: "Roll", key: "S", when: (things) => things.some(isRolled) && !things.some(isStack), act: shuffled },
  { name: "draw", label: "Draw to the hand", key: "D", when: (things) => piles(things).length > 0, act: (things) => ({ do: "draw", ids: ids(piles(things)), count: 1 }) },
  { name: "draw-more", label: "Draw several…", when: (things) => things.length === 1 && isStack(things[0]), act: drawMore },
  { name: "deal", label: "Deal to each seat…", when: (things) => things.length === 1 && isStack(things[0]), act: deal },
  { name: "take", label: "Take the top one off", when: (things) => things.length === 1 && isStack(things[0]), act: one("take") },
  { name: "look", label: "Look closely…", key: "L", when: (things) => things.length === 1 && model.isPile(things[0]), act: lookAt },
  { name: "spread", label: "Lay side by side", when: (things) => things.length === 1 && isStack(things[0]), act: one("spread") },
  { name: "group", label: "Make one stack", key: "G", when: (things) => piles(things).length > 1, act: (things) => ({ do: "group", ids: ids(piles(things)) }) },
  { name: "raise", label: "Bring to the top", when: (things) => things.some((thing) => !thing.locked), act: all("raise") },
  { name: "edit", label: "Change the text…", when: (things) => things.length === 1 && ["note", "counter"].includes(things[0].kind), act: edit },
  { name: "more", label: "One more", key: "+", when: (things) => things.length === 1 && things[0].kind === "counter", act: one("count", { by: 1 }) },
  { name: "less", label: "One less", key: "−", when: (things) => things.length === 1 && things[0].kind === "counter", act: one("count", { by: -1 }) },
  { name: "lock", label: "Fix in place", when: (things) => things.some((thing) => !thing.locked), act: all("lock", { locked: true }) },
  { name: "unlock", label: "Make loose", when: (things) => things.some((thing) => thing.locked), act: all("lock", { locked: false }) },
  { name: "box", label: "Back to the box", key: "Del", when: (things) => things.length > 0, act: all("box") },
];
const SHOWN_FIRST = ["flip", "rotate", "shuffle", "roll", "draw", "deal", "look", "group", "more", "less", "box"];

/** Does a command with what is selected then. */
function run(name) {
  later(() => {
    const things = selection();
    const command = COMMANDS.find((entry) => entry.name === name);
    const asked = !room.isGuest && command?.when(things) ? command.act(things) : undefined;
    return asked && doIt(asked);
  }).catch((error) => tell(error.message));
}

function shuffled(things) {
  return { do: "shuffle", ids: ids(things.filter((thing) => isStack(thing) || isRolled(thing))) };
}

function drawMore([thing]) {
  const input = numberField(Math.min(5, thing.count), 1, thing.count);
  openDialog(`Draw from ${describe(thing)}`, [field(`Cards for ${seated()}`, input)], [{ label: "Draw", act: () => act({ do: "draw", ids: [thing.id], count: Number(input.value) }) }]);
}

function deal([thing]) {
  const seats = now.seats.length, most = Math.max(1, Math.ceil(thing.count / seats));
  const input = numberField(Math.min(5, most), 1, most);
  openDialog(`Deal from ${describe(thing)}`, [field(`Cards for each of ${seats} seats`, input)], [{ label: "Deal", act: () => act({ do: "deal", id: thing.id, count: Number(input.value) }) }]);
}

function edit([thing]) {
  const input = element("textarea", { maxlength: "300", rows: "3" });
  input.value = thing.text;
  openDialog("Text", [field("Text", input)], [{ label: "Change", act: () => act({ do: "edit", id: thing.id, text: input.value }) }]);
}

function activate(id) {
  const thing = model.find(now, id);
  if (!thing || room.isGuest) return;
  if (isRolled(thing)) perform(shuffled([thing]));
  else if (isStack(thing)) perform({ do: "flip-top", id });
  else if (model.isPile(thing) && !thing.locked) perform({ do: "flip", ids: [id] });
  else if (!model.isPile(thing)) edit([thing]);
}

function dropped({ from, onto, places, isHand }) {
  const things = places.map(({ thing }) => thing);
  at("hand").classList.remove("target");
  if (isHand) {
    const some = piles(things);
    if (!some.length) return cloth.redraw(now);
    return perform(from ? { do: "draw", ids: [from.id], count: 1 } : { do: "draw", ids: ids(some) });
  }
  if (onto) return perform({ do: "stack", id: from?.id ?? things[0].id, onto: onto.id, top: Boolean(from) });
  if (from) return perform({ do: "take", id: from.id, x: places[0].x, y: places[0].y });
  return perform({ do: "move", places: places.map(({ thing, x, y }) => [thing.id, x, y]) });
}

/** The piece closely; of a stack the top ones, to be taken from there. Who else is at the table hears of it. */
function lookAt([thing]) {
  const list = element("ul", { class: "looked" });
  const amount = numberField(Math.min(5, thing.count), 1, thing.count);
  const stack = isStack(thing);
  const fill = async (told) => {
    const { look: seen } = told ?? await act({ do: "look", id: thing.id, count: stack ? Number(amount.value) || 1 : 1 });
    const pile = model.find(now, thing.id);
    if (!pile || !seen) return dialog.close();
    amount.max = String(pile.count);
    list.replaceChildren(...seen.pieces.map((piece, index) => lookedAt(stack, piece, index, fill, dialog)));
  };
  const refill = () => fill().catch((error) => dialog.say(error.message));
  let asking;
  amount.addEventListener("input", () => {
    clearTimeout(asking);
    asking = setTimeout(refill, ASKED_MS);
  });
  const words = stack ? `${nameOf(thing, look)}: the top` : nameOf(thing, look);
  const dialog = openDialog(words, [...(stack ? [field("How many", amount)] : []), list]);
  dialog.classList.add("wide");
  if (stack || !thing.top.up) refill();
  else list.replaceChildren(lookedAt(false, thing.top, 0, fill, dialog));
}

function lookedAt(isOfStack, piece, index, fill, dialog) {
  const { name } = look(piece.card);
  const row = element("div", { class: "row" });
  for (const [label, to] of isOfStack && !room.isGuest ? [["To the hand", "hand"], ["Lay beside", "table"]] : []) {
    const take = () => act({ do: "pick", at: index, to }).then(fill).catch((error) => dialog.say(error.message));
    row.append(button(take, { class: "plain", "aria-label": `${label}: ${name}` }, label));
  }
  return element("li", {}, element("figure", {}, faceOf({ ...piece, up: true }, look, isOfStack ? 320 : 900), element("figcaption", {}, name)), row);
}

// Buttons and menus

function menuOfSelection(x, y) {
  const things = selection();
  if (room.isGuest) return;
  if (!things.length) {
    const place = cloth.at(x, y);
    return openMenu(x, y, [...(room.isShared ? [{ label: "Point here", key: "I", act: () => room.point(place, {}, true) }] : []), ...additions(place)], "Add");
  }
  const items = COMMANDS.filter((command) => command.when(things));
  openMenu(x, y, items.map((command) => ({ ...command, act: () => run(command.name) })), called(things));
}

function showActs() {
  const things = now && !room.isGuest ? selection() : [];
  const acts = at("acts");
  const had = acts.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
  acts.hidden = things.length === 0;
  if (acts.hidden) {
    if (had) cloth.root.focus({ preventScroll: true });
    return acts.replaceChildren();
  }
  const shown = COMMANDS.filter((command) => SHOWN_FIRST.includes(command.name) && command.when(things));
  const buttons = shown.map((command) =>
    button(() => run(command.name), { "data-act": command.name, title: command.key ? `Key ${command.key}` : undefined }, command.label));
  const more = button(() => {
    const box = more.getBoundingClientRect();
    menuOfSelection(box.left, box.top);
  }, { "data-act": "all", "aria-haspopup": "menu" }, "More…");
  acts.replaceChildren(element("span", { class: "what" }, called(things)), ...buttons, more);
  if (had) (acts.querySelector(`[data-act="${had}"]`) ?? more).focus();
}

function additions({ x, y }) {
  const put = (kind, more) => () => {
    const spot = cloth.free({ x, y }, DIE_ROOM);
    return perform({ do: "add", kind, x: Math.round(spot.x), y: Math.round(spot.y), ...more }).then((told) => {
      if (told) cloth.reveal(told.made[0]);
      return told;
    });
  };
  return [
    ...model.DICE.map((sides) => ({ label: `Die with ${sides} sides`, act: put("die", { sides }) })),
    { label: "Coin", act: put("coin") },
    { label: "Counter", act: put("counter") },
    { label: "Note", act: () => put("note")().then((told) => told && edit([model.find(now, told.made[0])])) },
  ];
}

const TOOLS = {
  "set-up": askSetUp,
  add: (button) => menuAt(button, additions(cloth.middle()), "Add"),
  box: openBox,
  undo, redo,
  reset: (button) => menuAt(button, [
    { label: "This move: undo", act: undo },
    { label: "To the set-up", act: () => perform({ do: "reset" }) },
    { label: "Empty: all into the box", act: () => perform({ do: "clear" }) },
  ], "Reset"),
  save: askSave,
  open: askOpen,
  area: (button) => button.setAttribute("aria-pressed", String(cloth.boxes = !cloth.boxes)),
  snap: (button) => button.setAttribute("aria-pressed", String(cloth.snaps = !cloth.snaps)),
  out: () => cloth.zoomBy(1 / 1.3),
  in: () => cloth.zoomBy(1.3),
  fit: () => cloth.fit(),
  log: (button) => button.setAttribute("aria-pressed", String(root.classList.toggle("with-log"))),
  share: (button) => menuAt(button, [{ label: "Share this table…", act: () => room.share() }, { label: "Join a table…", act: () => room.join() }], "Share"),
  room: () => room.about(),
  sit: () => room.sit(),
  help,
};

function menuAt(button, items, label) {
  const box = button.getBoundingClientRect();
  button.focus();
  openMenu(box.left, box.bottom + 2, items, label);
}

const KEYS = { f: "flip", t: "flip-top", r: "rotate", s: "shuffle", d: "draw", l: "look", g: "group", delete: "box", backspace: "box" };
const ARROWS = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] };

function onClothKey(event) {
  const key = event.key.toLowerCase();
  const thing = event.target.closest(".thing");
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && key === "a") cloth.select(ids(now.things.filter((other) => !other.locked)));
  else if (isCommand || event.altKey) return;
  else if (ARROWS[key]) arrow(ARROWS[key], event.shiftKey);
  else if (key === "escape") cloth.abandon() || cloth.select([]);
  else if ((key === "enter" || key === "contextmenu") && thing) {
    const box = thing.getBoundingClientRect();
    if (!cloth.selection.has(Number(thing.dataset.id))) cloth.select([Number(thing.dataset.id)]);
    menuOfSelection(box.left + box.width / 2, box.top + box.height / 2);
  } else if (key === " " && thing) cloth.toggle(Number(thing.dataset.id));
  else if (key === "u") undo();
  else if (key === "i" && room.isShared) room.point(pointed ?? cloth.middle(), {}, true);
  else if ((key === "+" || key === "-") && selection()[0]?.kind === "counter") run(key === "+" ? "more" : "less");
  else if (key === "+" || key === "=") cloth.zoomBy(1.3);
  else if (key === "-") cloth.zoomBy(1 / 1.3);
  else if (key === "0") cloth.fit();
  else if (key === "s" && selection().some(isRolled) && !selection().some(isStack)) run("roll");
  else if (KEYS[key]) run(KEYS[key]);
  else return;
  event.preventDefault();
}

/** Moves what is selected; without any, the view. */
function arrow([x, y], isFar) {
  const things = selection().filter((thing) => !thing.locked);
  const step = isFar ? LARGE_STEP : STEP;
  if (!things.length) return cloth.pan(-x * 60, -y * 60);
  const [first] = ids(things);
  later(() => {
    const places = selection().filter((thing) => !thing.locked).map((thing) => [thing.id, thing.x + x * step, thing.y + y * step]);
    return doIt({ do: "move", places, by_keys: true });
  }).then(() => cloth.reveal(first)).catch((error) => tell(error.message));
}

// Seats

/** At a table of one's own, whose hand is seen; at a shared one who looks on sits down. */
async function sit(seat) {
  if (room.isShared) return room.sit(seat);
  if (seat === now.seat) return;
  room.seat = seat;
  await room.refresh();
  say(`${seated()} is shown; the other hands are hidden`);
}

// Set up, box, files, help

function askSetUp() {
  const { plan } = now;
  const seats = choice([1, 2, 3, 4, 5, 6].map((value) => [value, String(value)]), now.seats.length);
  const script = choice([["", "stack by stack"], ...top.setups.map(({ name, says }) => [name, says])], plan.setup);
  const orders = top.lots.map((lot, index) => {
    const options = [["ordered", "in order"], ...(lot.count > 1 ? [["shuffled", "shuffled"]] : []), ["box", "in the box"]];
    const usual = plan.lots[index] ?? lot.order;
    return choice(lot.what === "board" ? [["ordered", "on the table"], ["box", "in the box"]] : options, usual);
  });
  const rows = top.lots.map((lot, index) => field(lot.count > 1 ? `${lot.title} (${lot.count})` : lot.title, orders[index]));
  const stacks = element("div", { class: "fields" }, ...rows);
  const choose = () => {
    const chosen = top.setups.find(({ name }) => name === script.value);
    stacks.hidden = Boolean(chosen);
    for (const option of seats.options) option.disabled = Boolean(chosen) && !chosen.seats.includes(Number(option.value));
    if (chosen && !chosen.seats.includes(Number(seats.value))) seats.value = String(chosen.seats[0]);
  };
  script.addEventListener("change", choose);
  choose();
  openDialog("Set up the table", [...(top.setups.length ? [field("Set-up", script)] : []), field("Seats", seats), stacks], [{
    label: "Set up",
    act: async () => {
      const lots = script.value ? {} : Object.fromEntries(orders.map((order, index) => [index, order.value]));
      await act({ do: "lay", plan: { seats: Number(seats.value), lots, setup: script.value } });
      cloth.select([]);
      cloth.open();
    },
  }, {
    label: "Only change the seats", plain: true,
    act: () => act({ do: "seats", seats: Number(seats.value) }),
  }]);
}

function openBox() {
  const list = element("ul", { class: "boxed" });
  const fill = () => {
    list.replaceChildren(...now.box.map((piece) => boxed(piece, fill)));
    if (!now.box.length) list.append(element("li", {}, "The box is empty: everything is on the table or in hands."));
  };
  openDialog("The box", [list]);
  fill();
}

function boxed(piece, fill) {
  const { card, up, count: amount } = piece;
  const kind = look(card), name = up ? kind.name : `face-down card of ${kind.list}`, side = up ? "front" : "back";
  const row = element("li", {}, kind.looks[side] ? element("img", { src: pictureOf(card, kind, side, 128), alt: "" }) : element("span", { class: "blank" }), element("span", { class: "name" }, `${name}${amount > 1 ? ` ×${amount}` : ""}`));
  for (const [label, taken] of room.isGuest ? [] : amount > 1 ? [["Take one", 1], ["Take all", amount]] : [["Take", 1]]) {
    const take = () => {
      const { x, y } = cloth.free(cloth.middle(), kind.width + GAP);
      perform({ do: "unbox", card, up, count: taken, x: Math.round(x), y: Math.round(y) }).then(fill);
    };
    row.append(button(take, { class: "plain", "aria-label": `${label}: ${name}` }, label));
  }
  return row;
}

function askSave() {
  const input = element("input", { type: "text", value: file.name || "table", maxlength: "60", required: true, pattern: "[a-z0-9]+(-[a-z0-9]+)*", title: "small letters, digits and hyphens" });
  const save = async (dialog, known) => {
    const name = input.value.trim();
    try {
      const saved = await send(`/${game}/table/saved/${encodeURIComponent(name)}?known=${known ?? ""}`, await fetched(room.address("file")), "PUT");
      file = { name: saved.name, digest: saved.digest };
      say(`Saved as ${saved.file}`);
      keepSoon();
    } catch (error) {
      if (error.status !== 409) throw error;
      dialog.say(error.message);
      replace.hidden = false;
      return false;
    }
  };
  const replace = element("button", { type: "button", class: "plain", hidden: true }, "Overwrite it");
  const dialog = openDialog("Save the table", [element("p", {}, "It is saved in the folder tables, where the studio was started."), field("Name", input), replace], [
    { label: "Save", act: (open) => save(open, input.value.trim() === file.name ? file.digest : "") },
  ]);
  replace.addEventListener("click", async () => {
    try {
      const answer = await request(`/${game}/table/saved/${encodeURIComponent(input.value.trim())}`);
      if ((await save(dialog, answer.headers.get("x-gatepress-digest"))) !== false) dialog.close();
    } catch (error) {
      dialog.say(error.message);
    }
  });
}

async function askOpen() {
  let tables;
  try {
    ({ tables } = await fetched(`/${game}/table/saved`));
  } catch (error) {
    return void openDialog("Open a table", [element("p", {}, error.message)]);
  }
  if (!tables.length) return void openDialog("Open a table", [element("p", {}, "No table of this game has been saved yet.")]);
  const names = choice(tables.map((name) => [name, name]), file.name);
  openDialog("Open a table", [field("Table", names)], [{
    label: "Open",
    act: async () => {
      const answer = await request(`/${game}/table/saved/${encodeURIComponent(names.value)}`);
      if (!answer.ok) throw new Error((await answer.json()).message);
      await act({ do: "open", name: names.value });
      file = { name: names.value, digest: answer.headers.get("x-gatepress-digest") };
      cloth.open();
    },
  }]);
}

function help() {
  const keys = [
    ["Drag", "moves a thing; from a stack it takes the top one"], ["Drag the number", "or hold Alt: moves the whole stack"], ["Drag onto a stack", "lays it on top; into the hand takes it"],
    ["Drag the cloth", "moves the view; with Shift it selects an area"], ["Wheel, two fingers", "zoom"], ["Right click, long press, Enter", "the menu: everything you can do"],
    ["Double click", "turns over, rolls"], ["Tab, arrows", "from thing to thing; move it (Shift: farther)"], ["Space, Shift+click", "select more"],
    ["F, T, R", "turn over, its top, turn by 90°"], ["S, D, L, G", "shuffle or roll, draw, look, one stack"], ["U, Ctrl+Z, Ctrl+Y", "undo, do again"], ["Del", "back to the box"], ...(room.isShared ? [["I", "points at a place, for all to see"]] : []), ["+ − 0", "zoom, see all"],
  ];
  const rows = keys.map(([key, what]) => element("div", {}, element("dt", {}, key), element("dd", {}, what)));
  openDialog("The table", [
    element("dl", { class: "keys" }, ...rows),
    element("p", {}, room.isShared
      ? "Hands and face-down cards are hidden: the studio shows each seat only what it may know, and tells all when somebody looks into a stack. Undo takes back your own last step. The table is saved as you play."
      : "Hands are hidden from other seats as a courtesy, not for secrecy: anyone at this browser can switch seats. The table is kept in this browser; save it to have it as a file, or share it with others, whose hands are hidden then."),
  ]);
}

// What is kept in this browser: a table of its own. A shared one is kept by the studio

let timer;
function keepSoon() {
  clearTimeout(timer);
  root.dataset.kept = room.isShared ? "yes" : "no";
  if (!room.isShared && !pending) timer = setTimeout(() => fetched(room.address("file")).then(keep, (error) => tell(error.message)), KEEP_MS);
}

function keep(table) {
  kept = table;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...table, file, view: cloth.view, room: room.code, key: room.key, seat: room.seat }));
    if (!pending) root.dataset.kept = "yes";
  } catch (error) {
    tell(`This browser can't keep the table (${error.name}); save it to a file`);
  }
}

/** The table that this browser has kept, with how it was seen. */
function restored() {
  try {
    const told = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (told?.game !== game) return {};
    const { file: saved, view, room: code, key, past: _, ...table } = told;
    kept = table;
    Object.assign(room, { code: code ?? "", key: key ?? "", seat: table.seat ?? 0 });
    file = saved ?? file;
    return { view };
  } catch (error) {
    console.warn("the kept table can't be read", error.message);
    return {};
  }
}

// The beginning, and changes on disk

async function fetchTop() {
  return fetched(`/${game}/table/set-up.json`);
}

async function begin() {
  top = await fetchTop();
  const { view } = room.isShared ? {} : restored();
  try {
    if (!room.code) await room.begin();
    took(await room.state());
  } catch (error) {
    if (room.isShared || !kept) throw error;
    kept = undefined;
    tell(`What this browser had kept of the table could not be read: ${error.message}`);
    await room.begin();
    took(await room.state());
  }
  if (view) {
    cloth.view = view;
    cloth.apply();
  } else cloth.open();
  at("waiting").hidden = true;
  if (room.isGuest) await room.arrive();
}

on("saved", async (state) => {
  if (state.game !== game || state.revision === top?.revision || state.errors) return;
  top = await fetchTop();
  await room.refresh();
  cloth.redraw(now);
});

window.addEventListener("pagehide", () => !room.isShared && kept && keep(kept));
window.addEventListener("resize", () => now && showHand());
root.addEventListener("click", (event) => {
  const tool = event.target.closest("[data-do]");
  if (tool && now) TOOLS[tool.dataset.do](tool);
});
at("cloth").addEventListener("keydown", onClothKey);
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, dialog")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  (key === "y" || event.shiftKey ? redo : undo)();
});

begin().catch((error) => { at("waiting").textContent = `The table could not be set up: ${error.message}`; });
