// The table: commands, hands, the log, undo, what is kept and saved, and what changes on disk meanwhile.

import { at, button, fetched, request, element, game, on, send } from "/static/studio.js";
import { Cloth } from "/static/table-cloth.js";
import { choice, field, numberField, openDialog, openMenu } from "/static/table-dialogs.js";
import { makeHand, seatName } from "/static/table-hand.js";
import { faceOf, kindOf, labelOf, nameOf, pictureOf, sizeOf } from "/static/table-look.js";
import * as model from "/static/table-model.js";

const FORMAT = "gatepress table", VERSION = 1;
const KEPT = `gatepress-table-${game}`;
const MOST_STEPS = 300, KEPT_STEPS = 20, MOST_LINES = 200;
const STEP = 5, LARGE_STEP = 25, GAP = 4, DIE_ROOM = 28;

const root = at("tabletop");
let top, now, plan, past = [], future = [], lines = [];
let file = { name: "", digest: null };

const look = (card) => kindOf(top.kinds, now?.names ?? {}, card);
const cards = (count) => (count === 1 ? "a card" : `${count} cards`);

const cloth = new Cloth(at("cloth"), {
  get state() { return now; },
  look: (card) => look(card),
  commit: dropped,
  openMenu: (x, y) => menuOfSelection(x, y),
  toHand: (state, ids, from) => takeIn(state, ids, from),
  handAt: (x, y) => {
    const box = at("hand").getBoundingClientRect();
    const isOver = y > box.top && y < box.bottom && x > box.left && x < box.right;
    if (at("hand").classList.contains("target") !== isOver) at("hand").classList.toggle("target", isOver);
    return isOver;
  },
  activate: (id) => activate(id),
  count: (id, by) => count(model.find(now, id), by),
  selected: () => showActs(),
});

const showHand = makeHand({ get now() { return now; }, look, commit, seated: () => seated(), sit, cloth });

// History

/** Makes a state the present one. `merge`: moves of the same kind in a row are one step back. */
function commit(words, state, merge) {
  if (state === now) return;
  const last = past.at(-1);
  if (!merge || last?.merge !== merge) past.push({ state: now, words, merge });
  if (past.length > MOST_STEPS) past.shift();
  future = [];
  now = state;
  if (!merge || last?.merge !== merge) tell(words);
  show();
}

function undo() {
  const step = past.pop();
  if (!step) return say("There is nothing to undo");
  future.push({ ...step, state: now });
  now = as(step.state);
  tell(`Undone: ${step.words}`);
  show();
}

function redo() {
  const step = future.pop();
  if (!step) return say("There is nothing to do again");
  past.push({ ...step, state: now, merge: undefined });
  now = as(step.state);
  tell(`Done again: ${step.words}`);
  show();
}

/** A state from before, seen from the seat that is looking now. */
const as = (state) => ({ ...model.complete(state, top), seat: Math.min(now.seat, state.seats - 1) });

function say(words) {
  at("said").textContent = "";
  at("said").textContent = words;
}

function tell(words) {
  lines.push(words);
  lines = lines.slice(-MOST_LINES);
  say(words);
}

function show() {
  cloth.draw(now);
  showHand();
  showActs();
  showLog();
  root.querySelector('[data-do="undo"]').disabled = past.length === 0;
  root.querySelector('[data-do="redo"]').disabled = future.length === 0;
  at("boxed").textContent = now.box.length;
  at("empty").hidden = now.things.length > 0;
  keepSoon();
}

function showLog() {
  at("log").replaceChildren(...lines.map((words) => element("li", {}, words)));
  at("log-panel").scrollTop = at("log-panel").scrollHeight;
}

// Commands

const selection = () => now.things.filter((thing) => cloth.selection.has(thing.id));
const piles = (things) => things.filter((thing) => model.isPile(thing) && look(thing.pieces[0].card).what !== "board");
const ids = (things) => things.map((thing) => thing.id);
const called = (things) => (things.length === 1 ? describe(things[0]) : `${things.length} things`);
const describe = (thing) => (model.isPile(thing) && thing.pieces.length > 1 ? `${nameOf(thing, look)}, a stack of ${thing.pieces.length}` : nameOf(thing, look));
const isStack = (thing) => model.isPile(thing) && thing.pieces.length > 1;
const isRolled = (thing) => thing.kind === "die" || thing.kind === "coin";
const seated = () => seatName(now.seat);

/** What can be done with what is selected; each is in the menu, has a button, and most have a key. */
const COMMANDS = [
  { name: "flip", label: "Turn over", key: "F", when: (things) => things.some((thing) => model.isPile(thing) || thing.kind === "coin"), act: flip },
  { name: "flip-top", label: "Turn over the top one", key: "T", when: (things) => things.length === 1 && isStack(things[0]), act: ([thing]) => commit(`Turned over the top of ${describe(thing)}`, model.flipTop(now, thing.id)) },
  { name: "rotate", label: "Turn by 90°", key: "R", when: (things) => things.length > 0, act: (things) => commit(`Turned ${called(things)} by 90°`, model.rotate(now, ids(things))) },
  { name: "shuffle", label: "Shuffle", key: "S", when: (things) => things.some(isStack), act: shuffle },
  { name: "roll", label: "Roll", key: "S", when: (things) => things.some(isRolled) && !things.some(isStack), act: shuffle },
  { name: "draw", label: "Draw to the hand", key: "D", when: (things) => piles(things).length > 0, act: (things) => draw(piles(things), 1) },
  { name: "draw-more", label: "Draw several…", when: (things) => things.length === 1 && isStack(things[0]), act: drawMore },
  { name: "deal", label: "Deal to each seat…", when: (things) => things.length === 1 && isStack(things[0]), act: deal },
  { name: "take", label: "Take the top one off", when: (things) => things.length === 1 && isStack(things[0]), act: takeTop },
  { name: "look", label: "Look closely…", key: "L", when: (things) => things.length === 1 && model.isPile(things[0]), act: lookAt },
  { name: "spread", label: "Lay side by side", when: (things) => things.length === 1 && isStack(things[0]), act: spread },
  { name: "group", label: "Make one stack", key: "G", when: (things) => piles(things).length > 1, act: group },
  { name: "raise", label: "Bring to the top", when: (things) => things.some((thing) => !thing.locked), act: (things) => commit(`Brought ${called(things)} to the top`, model.raise(now, ids(things))) },
  { name: "edit", label: "Change the text…", when: (things) => things.length === 1 && ["note", "counter"].includes(things[0].kind), act: edit },
  { name: "more", label: "One more", key: "+", when: (things) => things.length === 1 && things[0].kind === "counter", act: ([thing]) => count(thing, 1) },
  { name: "less", label: "One less", key: "−", when: (things) => things.length === 1 && things[0].kind === "counter", act: ([thing]) => count(thing, -1) },
  { name: "lock", label: "Fix in place", when: (things) => things.some((thing) => !thing.locked), act: (things) => lock(things, true) },
  { name: "unlock", label: "Make loose", when: (things) => things.some((thing) => thing.locked), act: (things) => lock(things, false) },
  { name: "box", label: "Back to the box", key: "Del", when: (things) => things.length > 0, act: putBack },
];
const SHOWN_FIRST = ["flip", "rotate", "shuffle", "roll", "draw", "deal", "look", "group", "more", "less", "box"];

function run(name) {
  const things = selection();
  const command = COMMANDS.find((entry) => entry.name === name);
  if (command?.when(things)) command.act(things);
}

function flip(things) {
  const some = things.filter((thing) => model.isPile(thing) || thing.kind === "coin");
  commit(`Turned over ${called(some)}`, model.flip(now, ids(some)));
}

function shuffle(things) {
  const some = things.filter((thing) => isStack(thing) || isRolled(thing));
  const mixed = model.shuffle(now, ids(some));
  const results = some.filter(isRolled).map((thing) => labelOf(model.find(mixed, thing.id), look));
  const stacks = some.filter(isStack);
  const words = [stacks.length && `Shuffled ${called(stacks)}`, results.length && `Rolled: ${results.join(", ")}`].filter(Boolean).join("; ");
  commit(words, mixed);
  for (const thing of some) {
    const made = cloth.elements.get(thing.id);
    made.classList.remove("mixed");
    made.getBoundingClientRect();
    made.classList.add("mixed");
  }
}

function draw(some, amount) {
  const drawn = some.reduce((sum, thing) => sum + Math.min(amount, thing.pieces.length), 0);
  const from = some.length === 1 && isStack(some[0]) ? ` from ${nameOf(some[0], look)}` : "";
  commit(`${seated()} drew ${cards(drawn)}${from}`, model.draw(now, ids(some), amount));
}

function drawMore([thing]) {
  const input = numberField(Math.min(5, thing.pieces.length), 1, thing.pieces.length);
  openDialog(`Draw from ${describe(thing)}`, [field(`Cards for ${seated()}`, input)], [{ label: "Draw", act: () => draw([thing], Number(input.value)) }]);
}

function deal([thing]) {
  const most = Math.max(1, Math.ceil(thing.pieces.length / now.seats));
  const input = numberField(Math.min(5, most), 1, most);
  openDialog(`Deal from ${describe(thing)}`, [field(`Cards for each of ${now.seats} seats`, input)], [{
    label: "Deal",
    act: () => commit(`Dealt ${cards(Number(input.value))} to each of ${now.seats} seats from ${nameOf(thing, look)}`, model.deal(now, thing.id, Number(input.value))),
  }]);
}

function takeTop([thing]) {
  const [width] = sizeOf(thing, look);
  const id = now.next;
  commit(`Took the top one off ${nameOf(thing, look)}`, model.take(now, thing.id, 1, thing.x + width + GAP, thing.y));
  cloth.select([id]);
  cloth.elements.get(id)?.focus({ preventScroll: true });
}

function spread([thing]) {
  const [width, height] = sizeOf(thing, look);
  commit(`Laid out ${describe(thing)}`, model.spread(now, thing.id, { x: width + GAP, y: height + GAP }));
}

function group(things) {
  const some = piles(things);
  const sizes = new Set(some.map((thing) => sizeOf(thing, look).join(" by ")));
  if (sizes.size > 1) return say("Only things of one size make a stack");
  const grouped = model.group(now, ids(some));
  const stack = some.map((thing) => thing.id).find((id) => model.find(grouped, id));
  commit(`Made one stack of ${model.find(grouped, stack).pieces.length}`, grouped);
  cloth.select([stack]);
  cloth.elements.get(stack).focus({ preventScroll: true });
}

function count(thing, by) {
  const value = Math.max(-999_999, Math.min(999_999, thing.value + by));
  commit(`${thing.text || "Counter"}: ${value}`, model.set(now, thing.id, { value }), `count ${thing.id}`);
}

function lock(things, locked) {
  commit(`${locked ? "Fixed" : "Made loose:"} ${called(things)}`, ids(things).reduce((state, id) => model.set(state, id, { locked }), now));
}

function putBack(things) {
  commit(`Put ${called(things)} back into the box`, model.toBox(now, ids(things)));
}

function edit([thing]) {
  const input = element("textarea", { maxlength: "300", rows: "3" });
  input.value = thing.text;
  openDialog("Text", [field("Text", input)], [{ label: "Change", act: () => commit(`Wrote “${input.value}”`, model.set(now, thing.id, { text: input.value })) }]);
}

function activate(id) {
  const thing = model.find(now, id);
  if (isRolled(thing)) shuffle([thing]);
  else if (isStack(thing)) commit(`Turned over the top of ${describe(thing)}`, model.flipTop(now, id));
  else if (model.isPile(thing) && !thing.locked) flip([thing]);
  else if (!model.isPile(thing)) edit([thing]);
}

function dropped(kind, state, { ids: moved, from, onto }) {
  if (kind === "stack") return commit(`Laid ${from ? `a piece of ${nameOf(from, look)}` : "it"} on ${describe(onto)}`, state);
  const things = moved.map((id) => model.find(state, id));
  commit(from ? `Took the top one off ${nameOf(from, look)}` : `Moved ${called(things)}`, state);
}

function takeIn(state, moved, from) {
  at("hand").classList.remove("target");
  const some = piles(moved.map((id) => model.find(state, id)));
  if (!some.length) return cloth.draw(now);
  const drawn = some.reduce((sum, thing) => sum + thing.pieces.length, 0);
  commit(`${seated()} took ${cards(drawn)}${from ? ` from ${nameOf(from, look)}` : ""}`, model.drawAll(state, ids(some)));
}

/** The piece closely; of a stack the top ones, to be taken from there. */
function lookAt([thing]) {
  const list = element("ul", { class: "looked" });
  const amount = numberField(Math.min(5, thing.pieces.length), 1, thing.pieces.length);
  const fill = () => {
    const pile = model.find(now, thing.id);
    if (!pile) return dialog.close();
    amount.max = String(pile.pieces.length);
    list.replaceChildren(...pile.pieces.slice(0, Number(amount.value) || 1).map((piece, index) => lookedAt(pile, piece, index, fill)));
  };
  amount.addEventListener("input", fill);
  const stack = isStack(thing);
  const words = stack ? `${nameOf(thing, look)}: the top` : look(thing.pieces[0].card).name;
  if (stack) tell(`${seated()} looked into ${nameOf(thing, look)}`);
  const dialog = openDialog(words, [...(stack ? [field("How many", amount)] : []), list]);
  dialog.classList.add("wide");
  fill();
}

function lookedAt(pile, piece, index, fill) {
  const name = look(piece.card).name;
  const shown = isStack(pile) ? { ...piece, up: true } : piece;
  const row = element("div", { class: "row" });
  const act = (label, how) => {
    const both = () => {
      how();
      fill();
    };
    row.append(button(both, { class: "plain", "aria-label": `${label}: ${name}` }, label));
  };
  if (isStack(pile)) {
    const [width] = sizeOf(pile, look);
    const taken = () => model.takeOne(now, pile.id, index, pile.x + width + GAP, pile.y);
    act("To the hand", () => {
      const id = now.next;
      commit(`${seated()} took a card out of ${nameOf(pile, look)}`, model.draw(taken(), [id]));
    });
    act("Lay beside", () => commit(`Took a card out of ${nameOf(pile, look)}`, taken()));
  }
  return element("li", {}, element("figure", {}, faceOf(shown, look, isStack(pile) ? 320 : 900), element("figcaption", {}, name)), row);
}

// Buttons and menus

function menuOfSelection(x, y) {
  const things = selection();
  if (!things.length) return openMenu(x, y, additions(cloth.at(x, y)), "Add");
  const items = COMMANDS.filter((command) => command.when(things));
  openMenu(x, y, items.map((command) => ({ ...command, act: () => run(command.name) })), called(things));
}

function showActs() {
  const things = now ? selection() : [];
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
  const put = (words, thing) => () => {
    const id = now.next;
    const spot = cloth.free({ x, y }, DIE_ROOM);
    commit(words, model.add(now, { x: Math.round(spot.x), y: Math.round(spot.y), turn: 0, locked: false, ...thing }));
    cloth.select([id]);
    cloth.reveal(id);
    cloth.elements.get(id).focus({ preventScroll: true });
  };
  return [
    ...model.DICE.map((sides) => ({ label: `Die with ${sides} sides`, act: put(`Added a d${sides}`, { kind: "die", sides, value: sides }) })),
    { label: "Coin", act: put("Added a coin", { kind: "coin", value: 1 }) },
    { label: "Counter", act: put("Added a counter", { kind: "counter", value: 0, text: "" }) },
    { label: "Note", act: () => {
      put("Added a note", { kind: "note", text: "" })();
      edit(selection());
    } },
  ];
}

const TOOLS = {
  "set-up": askSetUp,
  add: (button) => menuAt(button, additions(cloth.middle()), "Add"),
  box: openBox,
  undo, redo,
  reset: (button) => menuAt(button, [
    { label: "This move: undo", act: undo },
    { label: "To the set-up", act: () => commit("Set the table up anew", model.setUp(top, plan)) },
    { label: "Empty: all into the box", act: () => commit("Cleared the table", model.clear(now)) },
  ], "Reset"),
  save: askSave,
  open: askOpen,
  area: (button) => button.setAttribute("aria-pressed", String(cloth.boxes = !cloth.boxes)),
  snap: (button) => button.setAttribute("aria-pressed", String(cloth.snaps = !cloth.snaps)),
  out: () => cloth.zoomBy(1 / 1.3),
  in: () => cloth.zoomBy(1.3),
  fit: () => cloth.fit(),
  log: (button) => button.setAttribute("aria-pressed", String(root.classList.toggle("with-log"))),
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
  const places = new Map(things.map((thing) => [thing.id, { x: thing.x + x * step, y: thing.y + y * step }]));
  commit(`Moved ${called(things)}`, model.place(now, places), `arrows ${ids(things)}`);
  cloth.reveal(things[0].id);
}

// Seats

function sit(seat) {
  if (seat === now.seat) return;
  now = { ...now, seat };
  say(`${seated()} is looking; the other hands are hidden`);
  show();
}

// Set up, box, files, help

function askSetUp() {
  const seats = choice([1, 2, 3, 4, 5, 6].map((value) => [value, String(value)]), now.seats);
  const orders = top.lots.map((lot, index) => {
    const options = [["ordered", "in order"], ...(lot.pieces.length > 1 ? [["shuffled", "shuffled"]] : []), ["box", "in the box"]];
    const usual = plan.lots[index] ?? model.usualOrder(lot);
    return choice(lot.what === "board" ? [["ordered", "on the table"], ["box", "in the box"]] : options, usual);
  });
  const rows = top.lots.map((lot, index) => field(lot.pieces.length > 1 ? `${lot.title} (${lot.pieces.length})` : lot.title, orders[index]));
  openDialog("Set up the table", [field("Seats", seats), element("div", { class: "fields" }, ...rows)], [{
    label: "Set up",
    act: () => {
      plan = { seats: Number(seats.value), lots: Object.fromEntries(orders.map((order, index) => [index, order.value])) };
      commit("Set the table up", model.setUp(top, plan));
      cloth.select([]);
      cloth.open();
    },
  }, {
    label: "Only change the seats", plain: true,
    act: () => commit(`${seats.value} seats now`, model.seat(now, Number(seats.value))),
  }]);
}

function openBox() {
  const list = element("ul", { class: "boxed" });
  const fill = () => {
    const found = new Map();
    for (const { card } of now.box) found.set(card, (found.get(card) ?? 0) + 1);
    list.replaceChildren(...[...found].map(([card, amount]) => boxed(card, amount, fill)));
    if (!found.size) list.append(element("li", {}, "The box is empty: all is on the table or in hands."));
  };
  openDialog("The box", [list]);
  fill();
}

function boxed(card, amount, fill) {
  const kind = look(card);
  const row = element("li", {}, kind.looks.front ? element("img", { src: pictureOf(card, kind, "front", 128), alt: "" }) : element("span", { class: "blank" }), element("span", { class: "name" }, `${kind.name}${amount > 1 ? ` ×${amount}` : ""}`));
  for (const [label, taken] of amount > 1 ? [["Take one", 1], ["Take all", amount]] : [["Take", 1]]) {
    const take = () => {
      const { x, y } = cloth.free(cloth.middle(), kind.width + GAP);
      commit(`Took ${kind.name} out of the box`, model.unbox(now, card, taken, Math.round(x), Math.round(y)));
      fill();
    };
    row.append(button(take, { class: "plain", "aria-label": `${label}: ${kind.name}` }, label));
  }
  return row;
}

function written() {
  const everyone = model.counts(now);
  const names = Object.fromEntries([...everyone.keys()].map((card) => {
    const { name, what, width, height } = look(card);
    return [card, { name, what, width, height }];
  }));
  return { format: FORMAT, version: VERSION, game: top.game, ...now, names, log: lines };
}

function askSave() {
  const input = element("input", { type: "text", value: file.name || "table", maxlength: "60", required: true, pattern: "[a-z0-9]+(-[a-z0-9]+)*", title: "small letters, digits and hyphens" });
  const save = async (dialog, known) => {
    const name = input.value.trim();
    try {
      const saved = await send(`/${game}/table/saved/${encodeURIComponent(name)}?known=${known ?? ""}`, written(), "PUT");
      file = { name: saved.name, digest: saved.digest };
      tell(`Saved as ${saved.file}`);
      show();
    } catch (error) {
      if (error.status !== 409) throw error;
      dialog.say(error.message);
      replace.hidden = false;
      return false;
    }
  };
  const replace = element("button", { type: "button", class: "plain", hidden: true }, "Write over it");
  const dialog = openDialog("Save the table", [element("p", {}, "It is written to the folder tables, where the studio was started."), field("Name", input), replace], [
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
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.message);
      file = { name: names.value, digest: answer.headers.get("x-gatepress-digest") };
      commit(`Opened ${names.value}`, model.complete(read(told), top));
      cloth.open();
    },
  }]);
}

/** The state in a file that the studio has checked, or that this page has kept. */
function read(told) {
  const { seats, seat, next, things, hands, box, names = {} } = told;
  return { seats, seat, next, things: things.map((thing) => ({ turn: 0, locked: false, ...thing })), hands, box, names };
}

function help() {
  const keys = [
    ["Drag", "moves a thing; from a stack it takes the top one"], ["Drag the number", "or hold Alt: moves the whole stack"], ["Drag onto a stack", "lays it on top; into the hand takes it"],
    ["Drag the cloth", "moves the view; with Shift it selects an area"], ["Wheel, two fingers", "zoom"], ["Right click, long press, Enter", "the menu: everything there is"],
    ["Double click", "turns over, rolls"], ["Tab, arrows", "from thing to thing; move it (Shift: farther)"], ["Space, Shift+click", "select more"],
    ["F, T, R", "turn over, its top, turn by 90°"], ["S, D, L, G", "shuffle or roll, draw, look, one stack"], ["U, Ctrl+Z, Ctrl+Y", "undo, do again"], ["Del", "back to the box"], ["+ − 0", "zoom, see all"],
  ];
  const rows = keys.map(([key, what]) => element("div", {}, element("dt", {}, key), element("dd", {}, what)));
  openDialog("The table", [
    element("dl", { class: "keys" }, ...rows),
    element("p", {}, "Hands are hidden from other seats for manners, not for secrecy: whoever sits at this browser can switch seats. The table is kept in this browser; save it to have it as a file."),
  ]);
}

// What is kept in this browser

let timer;
function keepSoon() {
  clearTimeout(timer);
  root.dataset.kept = "no";
  timer = setTimeout(keep, 150);
}

function keep() {
  clearTimeout(timer);
  if (!now) return;
  const steps = past.slice(-KEPT_STEPS);
  for (const kept of [steps, []]) {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ ...written(), plan, file, past: kept, view: cloth.view }));
      root.dataset.kept = "yes";
      return;
    } catch (error) {
      if (!kept.length) say(`This browser can't keep the table (${error.name}); save it to a file`);
    }
  }
}

function restore() {
  const kept = localStorage.getItem(KEPT);
  if (!kept) return false;
  try {
    const told = JSON.parse(kept);
    if (told.version !== VERSION || told.game !== top.game) return false;
    now = model.complete(read(told), top);
    ({ plan, file, past, log: lines } = told);
    show();
    cloth.view = told.view;
    cloth.apply();
    return true;
  } catch (error) {
    console.warn("the kept table can't be read", error.message);
    now = undefined;
    past = [];
    lines = ["What this browser had kept of the table could not be read"];
    file = { name: "", digest: null };
    return false;
  }
}

// The beginning, and changes on disk

async function fetchTop() {
  return fetched(`/${game}/table/set-up.json`);
}

async function begin() {
  top = await fetchTop();
  plan = { seats: top.seats, lots: {} };
  if (!restore()) {
    now = model.setUp(top, plan);
    lines.push("The table is set");
    show();
    cloth.open();
  }
  at("waiting").hidden = true;
}

on("saved", async (state) => {
  if (state.game !== game || state.revision === top?.revision || state.errors) return;
  keepNames();
  top = await fetchTop();
  const before = now.box.length;
  now = model.complete(now, top);
  if (now.box.length > before) tell(`New in the game, in the box: ${cards(now.box.length - before)}`);
  cloth.redraw(now);
  show();
});

/** Remembers names and sizes, for cards that may be gone from the game. */
function keepNames() {
  if (now) now = { ...now, names: { ...now.names, ...written().names } };
}

window.addEventListener("storage", (event) => {
  if (event.key === KEPT && event.newValue) say("The table was changed in another tab; reload to see it as it is there");
});
window.addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => document.hidden && keep());
window.addEventListener("resize", () => now && showHand());
root.addEventListener("click", (event) => {
  const tool = event.target.closest("[data-do]");
  if (tool) TOOLS[tool.dataset.do](tool);
});
at("cloth").addEventListener("keydown", onClothKey);
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, dialog")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  (key === "y" || event.shiftKey ? redo : undo)();
});

begin().catch((error) => { at("waiting").textContent = `The table could not be laid: ${error.message}`; });
