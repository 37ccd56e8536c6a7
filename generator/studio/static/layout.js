// The layout of a card: its picture with the elements to choose and move, their attributes in fields, and the
// template's text beside it. What moves elements is in layout-places.js, the fields in layout-fields.js, the text
// in layout-text.js.

import { at, button, element, fetched, game, on, openButton, reasonOf, send, svg } from "/static/studio.js";
import { Fields, inCode, placeOf, titleOf } from "/static/layout-fields.js";
import { apply, bounds, changed, corners, handlesOf, hits, linesOf, moved, pulled, snapped, waysOf } from "/static/layout-places.js";
import { merged, moverOf, plain, Text } from "/static/layout-text.js";

const desk = at("layout");
const tools = at("tools");
const stage = at("stage");
const over = at("over");
const PICTURE = 560; // CSS pixels that a picture is wide at most, before the screen's density
const REACH = 6; // pixels within which something snaps
const TYPING_MS = 200;
const NUDGE_MS = 250;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let components = [];
let guides = {};
let words = {};
let shown; // what the studio has answered last
let chosen; // the place of the tag that is chosen
let isDraft = false; // whether the text is another than in the file
let queue = Promise.resolve();
let waiting = 0;
const edits = []; // what was done and is not answered yet, the first one first
let drag; // a movement that is going on
let nudge; // arrows that were pressed, and not sent yet
let typing;
let text;
let fields;

function begin() {
  components = JSON.parse(desk.dataset.components);
  guides = JSON.parse(desk.dataset.guides);
  text = new Text({ changed: typed, save: () => save(false), clicked: chooseLine });
  fields = new Fields({
    set: (tag, values) => make({ kind: "set", place: placed(tag), values: () => values }),
    seek,
  });
  const given = new URL(location).searchParams;
  if (components.some((one) => one.id === given.get("component"))) tools.elements.component.value = given.get("component");
  listCards(given.get("card"), given.get("side"));
  tools.addEventListener("submit", (event) => event.preventDefault());
  tools.addEventListener("change", (event) => {
    if (event.target.name === "component") listCards();
    chosen = undefined;
    open(event.target.name === "component" || event.target.name === "side" ? "" : shown?.file);
  });
  at("file").addEventListener("change", () => open(at("file").value));
  at("elements").addEventListener("change", () => choose(Number(at("elements").value)));
  desk.addEventListener("click", (event) => act(event.target.closest("[data-do]")?.dataset.do));
  at("fields").addEventListener("submit", (event) => event.preventDefault());
  stage.addEventListener("pointerdown", pressed);
  stage.addEventListener("pointermove", dragged);
  stage.addEventListener("pointerup", released);
  stage.addEventListener("pointercancel", () => {
    drag = undefined;
    if (shown) redraw();
  });
  stage.addEventListener("keydown", keyed);
  document.addEventListener("keydown", undoKey);
  on("saved", (state) => state.game === game && state.revision && refresh());
  addEventListener("beforeunload", (event) => isDraft && event.preventDefault());
  // What moves an element follows from the attributes that it may have.
  fetched(`/${game}/layout/words`).then((found) => {
    words = text.words = fields.words = found;
    return open("");
  }, (error) => notice(reasonOf(error)));
}

const component = () => components.find((one) => one.id === tools.elements.component.value);
const isLocked = () => Boolean(shown?.files.find((one) => one.file === current()?.file)?.locked ?? shown?.locked);
const isAt = (tag, place) => tag.file === place.file && tag.line === place.line && tag.column === place.column;
const numberOf = (place) => (place ? shown.tags.findIndex((tag) => isAt(tag, place)) : -1);
const current = () => (chosen && shown?.tags?.[numberOf(chosen)]);
const spotsOf = (number) => (shown?.spots ?? []).filter((spot) => spot.tag === number);

/** The place of a tag. Those in use follow their tags as the text changes. */
const placed = ({ file, line, column }) => ({ file, line, column });
const placesInUse = () => new Set([chosen, drag?.place, nudge?.place, ...edits.map((edit) => edit.place)].filter(Boolean));

/** A tag, and where it lies, once all that was done is written. */
function foreseen(number) {
  const place = shown.tags[number];
  return edits.filter((edit) => edit.values && isAt(place, edit.place))
    .reduce((one, edit) => changed(one, edit.values(one)), { tag: place, spot: spotsOf(number)[0] });
}

/** All that lies on the card then. */
function spotsAhead() {
  const touched = new Set(edits.map((edit) => numberOf(edit.place)));
  const gone = new Set(edits.filter((edit) => edit.kind === "delete").map((edit) => numberOf(edit.place)));
  return shown.spots.filter((spot) => !gone.has(spot.tag)).map((spot) => (touched.has(spot.tag) ? foreseen(spot.tag).spot : spot));
}

/** What is chosen, as it is by then and as it is being moved now. */
function seen() {
  const one = foreseen(numberOf(chosen));
  const going = drag?.isMoving ? drag : nudge;
  return going && isAt(going.place, chosen) ? changed(one, valuesOf(going)(one)) : one;
}

/** The attributes that a movement sets, from where the element lies when it is its turn. */
const valuesOf = ({ handle, by, isExact }) => ({ tag, spot }) => {
  const ways = waysOf(tag, words);
  if (ways.why || !spot) return {};
  return handle ? pulled(tag, spot, handle, by, isExact) : moved(tag, spot, ways, by, isExact);
};

function listCards(card, side) {
  const { cards, sides } = component();
  tools.elements.card.replaceChildren(...cards.map(([key, name]) => element("option", { value: key, selected: key === card }, name)));
  tools.elements.side.replaceChildren(...sides.map((one) => element("option", { value: one, selected: one === side }, one === "front" ? "Front" : "Back")));
  at("of-side").hidden = sides.length < 2;
}

function asked(file = shown?.file) {
  const room = Math.min(stage.clientWidth || PICTURE, PICTURE);
  return { card: tools.elements.card.value, side: tools.elements.side.value, file: file ?? "", width: Math.round(room * Math.min(devicePixelRatio, 2)) };
}

// --- What the studio is asked, one after the other ---

/** Each begins with what the one before has left. */
function inTurn(doing) {
  waiting += 1;
  const done = queue.then(doing);
  queue = done.catch(() => undefined).finally(() => { waiting -= 1; });
  return done;
}

const ask = (way, values, looked) => send(`/${game}/layout/${way}`, { ...looked, ...values });
const show = (file) => inTurn(async () => take(await ask("show", {}, asked(file))));

async function open(file) {
  if (isDraft && !confirm("The text has changes that are not saved. Discard them?")) {
    at("file").value = shown.file;
    return;
  }
  isDraft = false;
  try {
    await show(file);
    notice();
    const address = new URL(location);
    for (const name of ["component", "card", "side"]) address.searchParams.set(name, tools.elements[name].value);
    history.replaceState(null, "", address);
  } catch (error) {
    notice(reasonOf(error));
  }
}

/** Takes an answer over: all that is on the page follows from it. */
function take(answer, isText = true) {
  if (shown?.file === answer.file) keepUp(answer.text);
  // A card that can't be drawn keeps what is seen of it.
  shown = answer.tags ? answer : { ...answer, tags: shown?.tags ?? [], spots: shown?.spots ?? [], picture: "" };
  if (drag) drag.lines = undefined;
  if (isText) text.show(answer.file, answer.text, answer.locked);
  draw();
}

/** The text of the file is another now: the tags are looked for where they stand in it. */
function keepUp(now) {
  if (now === shown.text) return;
  const move = moverOf(shown.text, now);
  const after = (place) => (place.file === shown.file ? { ...place, ...move(place) } : place);
  for (const place of placesInUse()) Object.assign(place, after(place));
  shown = { ...shown, text: now, tags: shown.tags.map(after) };
}

async function refresh() {
  if (waiting || drag || nudge) return;
  await inTurn(async () => {
    const known = shown?.revision;
    const answer = await ask("show", {}, asked());
    if (waiting > 1 || drag || nudge) return undefined;
    const same = (one) => JSON.stringify([one.picture, one.text, one.problems, one.file, one.undo]);
    if (!isDraft) return same(answer) === same(shown) ? undefined : take(answer);
    return answer.revision === known ? undefined : conflict(answer);
  }).catch(() => undefined);
}

/** The file is another than the text was made from: both are kept until one is chosen. */
function conflict(answer) {
  const mine = text.value;
  notice("The template was changed elsewhere while you were writing. Both texts are kept: ",
    button(() => { shown.revision = answer.revision; notice("Yours is here; Save the text overwrites the other one."); typed(); }, { class: "plain" }, "Keep mine"),
    button(() => {
      isDraft = false;
      take(answer);
      notice("This is the file as it is now. ", button(() => { text.show(shown.file, mine, ""); notice(); typed(); }, { class: "plain" }, "Bring my text back"));
    }, { class: "plain" }, "Take the file’s"));
}

/** Changes the template, at the tag of `place` if there is one; comes back with what is wrong. */
async function make(edit) {
  edit.file = edit.place?.file ?? shown.files[0].file;
  edit.looked = asked(edit.file);
  edits.push(edit);
  redraw();
  const error = await inTurn(() => changeBy(edit).catch((wrong) => {
    if (wrong.told?.shown) take(wrong.told.shown);
    settle(edit);
    draw();
    return wrong;
  }));
  if (error?.told?.shown) {
    notice("The template was changed elsewhere meanwhile; it is shown as it is now. ", button(() => make(edit), { class: "plain" }, "Make the change again"));
  } else {
    notice(...(error ? [reasonOf(error)] : []));
  }
  return error;
}

/** The turn of an edit: it is made in what those before it have written. */
async function changeBy(edit) {
  const { kind, place, file, looked, session = "" } = edit;
  if (file !== shown.file) {
    if (isDraft) throw new Error("save or discard the text first; this would change another template");
    take(await ask("show", {}, looked));
  }
  const said = text.value;
  if (isDraft) keepUp(said);
  const number = numberOf(place);
  if (place && number < 0) throw new Error("the element is not on the card any more");
  const values = edit.values?.({ tag: shown.tags[number], spot: spotsOf(number)[0] });
  const isNothing = values && !Object.keys(values).length;
  const [was, held] = [shown.text, chosen];
  const act = { kind, text: edit.text, values, at: place && [place.line, place.column] };
  const answer = isNothing ? shown : await ask("edit", { act, revision: shown.revision, session, ...(isDraft ? { draft: said } : {}) }, looked);
  settle(edit);
  // What was typed in the text meanwhile is not in the answer.
  const isTyping = text.value !== said;
  const both = isTyping ? merged(plain(was), plain(answer.text), text.value) : undefined;
  if (isTyping && both === undefined) {
    conflict(answer);
    return;
  }
  take(answer, !isTyping);
  if (isTyping) {
    text.show(answer.file, both, "");
    typed();
  }
  if (kind === "add" && answer.chosen && chosen === held) choose(numberOf({ file, line: answer.chosen[0], column: answer.chosen[1] }));
}

/** An edit is answered, one way or the other. */
function settle(edit) {
  if (edits.includes(edit)) edits.splice(edits.indexOf(edit), 1);
}

function notice(...inside) {
  at("notice").replaceChildren(...(inside.length ? [element("p", {}, ...inside)] : []));
}

// --- What is on the page ---

function draw() {
  const picture = at("picture");
  const guide = guides[`${component().id}-${tools.elements.side.value}`];
  const [, , width, height] = guide.box.split(" ").map(Number);
  const frame = picture.parentElement;
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.style.setProperty("--ratio", width / height);
  if (shown.picture) {
    picture.src = shown.picture;
    picture.alt = `${tools.elements.card.selectedOptions[0]?.textContent}, ${tools.elements.side.value}`;
  }
  picture.classList.toggle("outdated", !shown.picture);
  picture.classList.remove("waiting");
  redraw();
  list();
  fields.draw(current(), shown, isLocked());
  for (const way of ["undo", "redo"]) {
    const known = desk.querySelector(`[data-do="${way}"]`);
    known.disabled = !shown[way] || isDraft;
    known.title = `${way === "undo" ? "Undo (Ctrl+Z)" : "Redo (Ctrl+Y)"}${shown[way] ? `: ${shown[way]}` : ""}`;
  }
  desk.querySelector('[data-do="add"]').disabled = Boolean(shown.locked);
  desk.querySelector('[data-do="delete"]').disabled = !current() || isLocked() || current().name === "card";
  const names = Object.keys(shown.samples);
  if (at("palette").dataset.names !== names.join()) {
    at("palette").dataset.names = names.join();
    at("palette").replaceChildren(...names.map((name) => element("option", { value: name, selected: name === "rect" }, name)));
  }
  at("file").replaceChildren(...shown.files.map((one) => element("option", { value: one.file, selected: one.file === shown.file, title: one.file }, `${one.name}${one.locked ? " (locked)" : ""}`)));
  at("locked").hidden = !shown.locked;
  at("locked").replaceChildren(...inCode(shown.locked ? `${shown.locked}.` : ""));
  text.faults(shown.problems);
  text.mark(current()?.file === shown.file ? current().line : undefined, document.activeElement !== text.area);
  textState();
}

function textState() {
  desk.querySelector('[data-do="save"]').disabled = !isDraft;
  desk.querySelector('[data-do="discard"]').disabled = !isDraft;
  at("in-editor").replaceChildren(openButton({ file: shown.file, line: text.marked || 1 }));
}

/** What lies over the picture: the trim, the box of what is chosen, and the lines that it has snapped to. */
function redraw() {
  const guide = guides[`${component().id}-${tools.elements.side.value}`];
  over.setAttribute("viewBox", guide.box);
  const [left, top, width, height] = guide.box.split(" ").map(Number);
  const unit = width / (over.clientWidth || 400);
  const halos = [guide.trim, guide.safe].map((d) => svg("path", { d, class: "line halo" }));
  const shapes = [...halos, svg("path", { d: guide.trim, class: "trim" }), svg("path", { d: guide.safe, class: "safe" })];
  for (const { way, at: place } of drag?.isMoving ? drag.met : []) {
    shapes.push(svg("line", { class: "snap", ...(way === "across" ? { x1: place, x2: place, y1: top, y2: top + height } : { y1: place, y2: place, x1: left, x2: left + width }) }));
  }
  const spots = spotsOf(numberOf(chosen));
  const one = spots.length === 1 ? seen() : undefined;
  for (const spot of one ? [one.spot] : spots) {
    const points = corners(spot).map((point) => point.join(",")).join(" ");
    shapes.push(svg("polygon", { class: "halo", points }), svg("polygon", { class: "box", points }));
  }
  if (one && !isLocked()) {
    const side = 9 * unit;
    handlesOf(one.tag, one.spot, waysOf(one.tag, words)).forEach((handle, index) => {
      const [x, y] = apply(one.spot.matrix, handle.at);
      shapes.push(svg("rect", { class: "handle", "data-handle": index, x: x - side / 2, y: y - side / 2, width: side, height: side }));
    });
  }
  over.replaceChildren(...shapes);
}

function list() {
  const tags = shown.tags.map((tag, number) => ({ tag, number })).reverse();
  const written = JSON.stringify([shown.file, tags.map(({ tag }) => [titleOf(tag), tag.line, tag.file])]);
  const select = at("elements");
  if (select.dataset.written !== written) {
    select.dataset.written = written;
    select.replaceChildren(...tags.map(({ tag, number }) => element("option", { value: number }, `${titleOf(tag)}, ${tag.file === shown.file ? "" : `${tag.file.split("/").at(-1)} `}line ${tag.line}`)));
  }
  select.value = current() ? String(numberOf(chosen)) : "";
}

function choose(number, isTextSought = true) {
  flush();
  const tag = shown.tags[number];
  chosen = tag && placed(tag);
  if (tag && tag.file !== shown.file && !isDraft) {
    show(tag.file).catch((error) => notice(reasonOf(error)));
    return;
  }
  drawChosen(isTextSought);
}

function drawChosen(isTextSought = true) {
  redraw();
  list();
  fields.draw(current(), shown, isLocked());
  desk.querySelector('[data-do="delete"]').disabled = !current() || isLocked() || current().name === "card";
  text.mark(current()?.file === shown.file ? current().line : undefined, isTextSought);
  textState();
}

/** Shows a tag in the text, or one of its attributes there. */
async function seek(tag, name) {
  if (tag.file !== shown.file) await show(tag.file);
  text.select(tag.line, tag.column, name);
}

/** Chooses what the line of the text draws that was clicked. */
function chooseLine(line) {
  const number = shown.tags.findIndex((tag) => tag.file === shown.file && tag.line === line);
  if (number >= 0) choose(number, false);
}

// --- Pointer ---

function pointOf(event) {
  const way = over.getScreenCTM();
  return [(event.clientX - way.e) / way.a, (event.clientY - way.f) / way.d];
}

const scale = () => over.getScreenCTM().a; // pixels for a millimetre

function pressed(event) {
  if (event.button || !shown?.spots || !over.contains(event.target)) return;
  flush();
  const point = pointOf(event);
  const handle = event.target.dataset?.handle;
  const found = hits(spotsAhead(), point, 5 / scale());
  const isOwn = handle === undefined && chosen !== undefined && found.includes(numberOf(chosen));
  if (handle === undefined && !isOwn) choose(found[0]);
  if (!current()) return;
  const { tag, spot } = foreseen(numberOf(chosen));
  const ways = waysOf(tag, words);
  drag = { place: chosen, from: point, found: isOwn ? found : [], isMoving: false, met: [] };
  if (handle !== undefined) drag.handle = handlesOf(tag, spot, ways)[handle];
  drag.isFree = !ways.why && !isLocked();
  if (drag.isFree) {
    stage.setPointerCapture(event.pointerId);
    event.preventDefault();
    stage.focus({ preventScroll: true });
  }
}

function dragged(event) {
  if (!drag?.isFree || numberOf(drag.place) < 0) return;
  const point = pointOf(event);
  const by = [point[0] - drag.from[0], point[1] - drag.from[1]];
  if (!drag.isMoving && Math.hypot(...by) * scale() < 4) return;
  drag.isMoving = true;
  if (event.shiftKey && !drag.handle) by[Math.abs(by[0]) < Math.abs(by[1]) ? 0 : 1] = 0;
  const met = at("snap").checked && !event.altKey ? snap(by) : { by, lines: [] };
  drag.by = met.by;
  drag.met = met.lines;
  drag.isExact = met.lines.length > 0;
  redraw();
}

/** A way that ends where edges or middles meet a line that is near. */
function snap(by) {
  const number = numberOf(drag.place);
  const { tag, spot } = foreseen(number);
  const ways = waysOf(tag, words);
  drag.lines ??= linesOf(spotsAhead(), number, component().size, component().safe);
  const box = bounds([spot]);
  const reach = REACH / scale();
  const result = [...by];
  const lines = [];
  for (const [axis, way, places] of [[0, "across", [box.left, (box.left + box.right) / 2, box.right]], [1, "down", [box.top, (box.top + box.bottom) / 2, box.bottom]]]) {
    let own = places;
    if (drag.handle) {
      const moves = Object.values(drag.handle.pull).some((pull) => pull[axis]);
      if (!moves || spot.matrix[1] || spot.matrix[2]) continue;
      own = [apply(spot.matrix, drag.handle.at)[axis]];
    } else if (!ways.transform && !ways[way]) {
      continue;
    }
    const met = snapped(own.map((place) => place + by[axis]), drag.lines[way], reach);
    if (met) {
      result[axis] += met.off;
      lines.push({ way, at: met.line });
    }
  }
  return { by: result, lines };
}

function released() {
  const done = drag;
  drag = undefined;
  if (!done) return;
  if (!done.isMoving) {
    // A click on what is chosen already chooses what lies below it.
    if (done.found.length > 1) choose(done.found[(done.found.indexOf(numberOf(chosen)) + 1) % done.found.length]);
    return;
  }
  make({ kind: "set", place: done.place, values: valuesOf(done) });
}

// --- Keys ---

function keyed(event) {
  const control = event.ctrlKey || event.metaKey;
  const step = STEPS[event.key];
  if (step && current()) nudged(step, event.shiftKey ? 5 : event.altKey ? 0.1 : 0.5, control);
  else if (event.key === "PageDown" || event.key === "PageUp") next(event.key === "PageDown" ? -1 : 1);
  else if ((event.key === "Delete" || event.key === "Backspace") && current()) act("delete");
  else if (event.key === "Escape" && current()) choose(undefined);
  else if (event.key === "Enter" && current()) at("fields").querySelector("input, select, button")?.focus();
  else return;
  event.preventDefault();
}

function next(by) {
  const count = shown.tags.length;
  if (count) choose(current() ? (numberOf(chosen) + by + count) % count : (by < 0 ? count - 1 : 0));
}

/** Arrows that come soon after one another are one change. */
function nudged([right, down], far, isSize) {
  const { tag, spot } = foreseen(numberOf(chosen));
  const ways = waysOf(tag, words);
  if (ways.why || isLocked()) return;
  const handle = isSize && handlesOf(tag, spot, ways).find(({ pull }) => (right ? pull.width?.[0] > 0 || pull.r?.[0] > 0 || pull.rx?.[0] > 0 : pull.height?.[1] > 0 || pull.r?.[1] > 0 || pull.ry?.[1] > 0) && Object.keys(pull).length === 1);
  if (isSize && !handle) return;
  if (nudge && JSON.stringify(nudge.handle?.pull) !== JSON.stringify(handle?.pull)) flush();
  nudge ??= { place: chosen, by: [0, 0], handle, isExact: true };
  nudge.by = [nudge.by[0] + right * far, nudge.by[1] + down * far];
  redraw();
  clearTimeout(nudge.timer);
  nudge.timer = setTimeout(flush, NUDGE_MS);
}

function flush() {
  const done = nudge;
  nudge = undefined;
  if (!done) return;
  clearTimeout(done.timer);
  make({ kind: "set", place: done.place, values: valuesOf(done), session: `${done.handle ? "size" : "move"} ${placeOf(done.place)}` });
}

function undoKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const way = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
  // A field that is being typed in has an undo of its own.
  if (!way || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
  event.preventDefault();
  act(way);
}

// --- What is done ---

async function act(doing) {
  if (!doing) return;
  flush();
  if (doing === "save") return save(false);
  if (doing === "discard") {
    isDraft = false;
    return open(shown.file);
  }
  if (doing === "add") {
    const tag = current();
    const isBehind = tag && tag.file === shown.file && !tag.part && tag.name !== "card" && !tag.around.length;
    return make({ kind: "add", text: at("palette").value, place: isBehind ? placed(tag) : undefined });
  }
  if (doing === "delete" && current() && !isLocked()) {
    return make({ kind: "delete", place: chosen });
  }
  if ((doing === "undo" || doing === "redo") && !isDraft) {
    try {
      await inTurn(async () => take(await ask(doing, {}, asked())));
      notice();
    } catch (error) {
      notice(reasonOf(error));
    }
  }
}

function typed() {
  if (text.area.readOnly) return;
  isDraft = true;
  textState();
  clearTimeout(typing);
  typing = setTimeout(() => inTurn(async () => {
    const said = text.value;
    const answer = await ask("try", { act: { kind: "text", text: said }, revision: shown.revision }, asked());
    // What was typed meanwhile is tried next.
    if (isDraft && text.value === said) take({ ...answer, revision: shown.revision }, false);
  }).catch((error) => notice(reasonOf(error))), TYPING_MS);
}

async function save(anyway) {
  if (!isDraft) return;
  clearTimeout(typing);
  try {
    await inTurn(async () => {
      const said = text.value;
      const answer = await ask("edit", { act: { kind: "text", text: said }, revision: shown.revision, anyway }, asked());
      isDraft = text.value !== said;
      take(answer, !isDraft);
    });
    notice("Saved.");
  } catch (error) {
    if (error.told?.shown) return conflict(error.told.shown);
    if (error.status !== 422 || !error.problems.length) return notice(reasonOf(error));
    text.faults(error.problems);
    notice("The text has errors, so it was not saved; the file is as it was. ", button(() => save(true), { class: "plain" }, "Save it anyway"));
  }
}

if (desk) begin();
