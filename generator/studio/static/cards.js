// The cards of a game: a grid of cells with its keys and clipboard, and the acts of the toolbar. The form beside it is
// in cards-form.js, what is typed and sent in cards-model.js.

import { at, button, element, game, on } from "/static/studio.js";
import { Form } from "/static/cards-form.js";
import { Cards, fromTabs, nameOf, toTabs } from "/static/cards-model.js";

const desk = at("cards");
const grid = at("grid");
const tools = at("tools");
const LONGEST = 400; // letters that a cell shows
const isLocked = desk?.dataset.locked !== undefined;
const cards = new Cards(changed);
let order = []; // the uids of the rows that are shown
let sorting = { name: "", down: false };
let head = {}; // the cell that is active, { uid, name }
let anchor = {}; // where the selection begins
let editor; // the field over a cell that is being edited
let form;

if (desk) begin();

async function begin() {
  form = new Form({ cards, isLocked, step, select: (name) => move(head.uid, name, false, false) });
  fromAddress();
  at("component").addEventListener("change", () => open(at("component").value));
  tools.addEventListener("submit", (event) => event.preventDefault());
  tools.addEventListener("input", (event) => event.target.name !== "component" && arrange());
  desk.addEventListener("click", (event) => act(event.target.closest("[data-do]")?.dataset.do));
  grid.addEventListener("mousedown", pressed);
  grid.addEventListener("dblclick", () => edit());
  grid.addEventListener("click", (event) => sortBy(event.target.closest("th[data-name]")?.dataset.name));
  grid.addEventListener("keydown", keyed);
  document.addEventListener("copy", (event) => copy(event));
  document.addEventListener("cut", (event) => copy(event) && clear());
  document.addEventListener("paste", paste);
  document.addEventListener("keydown", (event) => undoKey(event));
  on("saved", (state) => state.game === game && cards.sheet && cards.refresh().catch(() => undefined));
  addEventListener("beforeunload", (event) => {
    finish();
    form.flush();
    if (cards.isUnwritten) event.preventDefault();
  });
  await open(at("component").value);
}

async function open(component) {
  finish();
  form.flush();
  try {
    await cards.open(component);
  } catch (error) {
    return notice(error.message);
  }
  const wanted = new URL(location).searchParams.get("card");
  const row = cards.rows.find((one) => one.id === wanted) ?? cards.rows[0];
  sorting = { name: "", down: false };
  lists();
  arrange();
  move(row?.uid, cards.columns[0]?.name, false, false);
}

function fromAddress() {
  const given = new URL(location).searchParams.get("component");
  if ([...at("component").options].some((option) => option.value === given)) at("component").value = given;
}

function toAddress() {
  const address = new URL(location);
  address.searchParams.set("component", cards.sheet.component);
  const row = cards.row(head.uid);
  if (row) address.searchParams.set("card", row.id);
  history.replaceState(null, "", address);
}

/** Something is new: in the files, or of what was typed. */
function changed(words, component) {
  if (component && component !== cards.sheet.component) {
    at("component").value = component;
    open(component);
    return;
  }
  if (editor && !cards.row(editor.uid)) finish();
  form.leave();
  if (words !== undefined || cards.lost.length) notice(words);
  lists();
  arrange();
  if (!cards.row(head.uid)) {
    const next = cards.row(order[Math.min(head.place ?? 0, order.length - 1)]);
    move(next?.uid, head.name, false, false);
  }
  form.show(cards.row(head.uid), head.name);
  for (const way of ["undo", "redo"]) {
    const known = desk.querySelector(`[data-do="${way}"]`);
    known.disabled = isLocked || !cards.sheet[way];
    known.title = `${way === "undo" ? "Undo" : "Redo"} (${way === "undo" ? "Ctrl+Z" : "Ctrl+Y"})${cards.sheet[way] ? `: ${cards.sheet[way]}` : ""}`;
  }
}

function notice(words) {
  const lost = cards.lost.map((one, index) => element("p", {}, `${one.name} ${one.why}. You had typed: ${Object.entries(one.typed).map(([name, text]) => `${name}: ${text}`).join(", ")} `,
    button(() => { cards.lost.splice(index, 1); cards.edit([{ uid: order.at(-1), kind: "add", cells: one.cells }]).then(() => notice("")); }, { class: "plain" }, "Add it as a new card"),
    button(() => { cards.lost.splice(index, 1); notice(""); }, { class: "plain" }, "Forget it")));
  at("notice").replaceChildren(...(words ? [element("p", {}, words)] : []), ...lost);
}

// --- Which rows, in which order ---

function lists() {
  const names = [...new Set(cards.rows.map((row) => row.list))];
  const select = tools.elements.list;
  at("of-list").hidden = names.length < 2;
  if (select.dataset.names === names.join("\n")) return;
  select.dataset.names = names.join("\n");
  select.replaceChildren(element("option", { value: "" }, "All"), ...names.map((name) => element("option", { value: name }, name)));
}

function arrange() {
  const words = tools.elements.find.value.toLocaleLowerCase().match(/[^\s:"]+:"[^"]*"?|"[^"]*"?|\S+/g) ?? [];
  const list = at("of-list").hidden ? "" : tools.elements.list.value;
  const shown = cards.rows.filter((row) => (!list || row.list === list) && words.every((word) => fits(row, word.replaceAll('"', ""))));
  const { name, down } = sorting;
  if (name) shown.sort((one, other) => (down ? -1 : 1) * compare(sortText(one, name), sortText(other, name)));
  order = shown.map((row) => row.uid);
  const all = cards.rows.length;
  at("count").textContent = `${shown.length === all ? all : `${shown.length} of ${all}`} ${all === 1 ? "card" : "cards"}`;
  draw();
}

function sortText(row, name) { return cards.text(row, name) || cards.inherited(row, name); }

function fits(row, word) {
  const [, name, wanted] = /^([^:]+):(.*)$/.exec(word) ?? [];
  const column = name && cards.columns.find((one) => one.name.toLocaleLowerCase() === name);
  if (column) return wanted === "" ? !sortText(row, column.name) : sortText(row, column.name).toLocaleLowerCase() === wanted || (!/^[\d.]+$/.test(wanted) && sortText(row, column.name).toLocaleLowerCase().includes(wanted));
  return cards.columns.some((one) => sortText(row, one.name).toLocaleLowerCase().includes(word)) || row.id.toLowerCase().includes(word);
}

function compare(one, other) {
  const [a, b] = [Number.parseFloat(one), Number.parseFloat(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) return a - b;
  return one.localeCompare(other);
}

function sortBy(name) {
  if (!name) return;
  sorting = sorting.name !== name ? { name, down: false } : sorting.down ? { name: "", down: false } : { name, down: true };
  arrange();
}

// --- The grid ---

const drawn = new Map(); // rows of the table by uid, each with what it says

function draw() {
  const columns = cards.columns;
  const written = JSON.stringify([columns.map((column) => column.name), sorting]);
  if (grid.dataset.columns !== written) {
    grid.dataset.columns = written;
    drawn.clear();
    const heads = columns.map((column) => element("th", { scope: "col", "data-name": column.name, class: `of-${column.type}`, "aria-sort": sorting.name === column.name ? (sorting.down ? "descending" : "ascending") : "none", title: column.help || undefined },
      element("button", { type: "button", tabindex: "-1", class: "plain" }, title(column.name))));
    grid.replaceChildren(element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "number" }, "#"), ...heads)), element("tbody"));
  }
  const body = grid.tBodies[0];
  const fresh = order.map((uid, index) => lineOf(cards.row(uid), index));
  const focused = document.activeElement?.closest?.("#grid td") ? head : undefined;
  if (fresh.length !== body.rows.length || fresh.some((line, index) => body.rows[index] !== line)) body.replaceChildren(...fresh);
  for (const uid of drawn.keys()) if (!cards.row(uid)) drawn.delete(uid);
  mark();
  if (focused && !editor && document.activeElement === document.body) cellOf(focused)?.focus({ preventScroll: true });
}

function lineOf(row, index) {
  const known = drawn.get(row.uid);
  const says = JSON.stringify([row.own, row.inherited, row.pending, row.locked, index]);
  if (known?.says === says) return known.line;
  const line = known?.line ?? element("tr", { "data-uid": row.uid });
  const number = element("th", { scope: "row", class: "number", title: row.locked || row.place }, String(index + 1));
  const cells = cards.columns.map((column) => cellFor(row, column));
  const editing = editor && Number(line.dataset.uid) === editor.uid ? line.querySelector("td.editing") : undefined;
  if (editing) cells[cards.columns.findIndex((column) => column.name === editor.name)] = editing;
  const hadFocus = line.contains(document.activeElement) && !editing;
  line.replaceChildren(number, ...cells);
  drawn.set(row.uid, { says, line });
  if (hadFocus && row.uid === head.uid) cellOf(head)?.focus({ preventScroll: true });
  return line;
}

function cellFor(row, column) {
  const pending = row.pending[column.name];
  const text = cards.text(row, column.name);
  const shown = text || cards.inherited(row, column.name);
  const state = pending?.theirs !== undefined ? "conflict" : pending?.wrong ? "wrong" : pending ? "waiting" : text ? "" : "inherited";
  const why = pending?.theirs !== undefined ? `Changed elsewhere meanwhile: it now says “${pending.theirs}”` : pending?.wrong;
  return element("td", { role: "gridcell", "data-name": column.name, class: `of-${column.type} ${state}`, tabindex: "-1", title: why || (shown.length > 40 ? shown : undefined),
    "aria-invalid": state === "wrong" || state === "conflict" ? "true" : undefined, "aria-readonly": isLocked || row.locked ? "true" : undefined }, element("span", {}, shown.slice(0, LONGEST)));
}

function title(name) { return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ").replaceAll("-", " "); }
function cellOf({ uid, name }) { return grid.querySelector(`tr[data-uid="${uid}"] td[data-name="${CSS.escape(name ?? "")}"]`); }

/** The rows and columns of the selection, by their places. */
function range() {
  const names = cards.columns.map((column) => column.name);
  const rows = [order.indexOf(anchor.uid), order.indexOf(head.uid)].sort((a, b) => a - b);
  const columns = [names.indexOf(anchor.name), names.indexOf(head.name)].sort((a, b) => a - b);
  if (rows[0] < 0) rows[0] = rows[1];
  if (columns[0] < 0) columns[0] = columns[1];
  return { uids: order.slice(rows[0], rows[1] + 1), names: names.slice(columns[0], columns[1] + 1), top: rows[0], left: columns[0] };
}

function mark() {
  for (const cell of grid.querySelectorAll("td[aria-selected], td[tabindex='0']")) {
    cell.removeAttribute("aria-selected");
    cell.tabIndex = -1;
  }
  for (const line of grid.querySelectorAll("tr.current")) line.classList.remove("current");
  const { uids, names } = range();
  if (uids.length * names.length > 1) for (const uid of uids) for (const name of names) cellOf({ uid, name })?.setAttribute("aria-selected", "true");
  const active = cellOf(head);
  if (!active) return;
  active.tabIndex = 0;
  active.setAttribute("aria-selected", "true");
  active.parentElement.classList.add("current");
}

function move(uid, name, extends_ = false, focuses = true) {
  const other = uid !== head.uid;
  head = { uid, name, place: order.indexOf(uid) };
  if (!extends_) anchor = head;
  mark();
  const cell = cellOf(head);
  if (focuses) cell?.focus({ preventScroll: true });
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  form.show(cards.row(uid), name);
  if (other && uid) toAddress();
}

function step(by) {
  const place = order.indexOf(head.uid);
  const next = order[(place + by + order.length) % order.length];
  if (next) move(next, head.name, false, false);
}

function pressed(event) {
  const cell = event.target.closest("td");
  if (!cell || cell.classList.contains("editing")) return;
  event.preventDefault();
  finish();
  move(Number(cell.parentElement.dataset.uid), cell.dataset.name, event.shiftKey);
  const dragged = (over) => {
    const there = over.target.closest?.("#grid td");
    if (there) move(Number(there.parentElement.dataset.uid), there.dataset.name, true);
  };
  grid.addEventListener("mouseover", dragged);
  addEventListener("mouseup", () => grid.removeEventListener("mouseover", dragged), { once: true });
}

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-12, 0], PageDown: [12, 0] };

function keyed(event) {
  if (editor || !head.uid || !event.target.closest("td")) return;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key;
  if (WAYS[key]) go(...(control ? WAYS[key].map((by) => by * 1e6) : WAYS[key]), event.shiftKey);
  else if (key === "Home" || key === "End") go(control ? (key === "Home" ? -1e6 : 1e6) : 0, key === "Home" ? -1e6 : 1e6, event.shiftKey);
  else if (key === "Enter" && control) act("add");
  else if (key === "Enter" || key === "F2") edit();
  else if (control && key === "Delete") act("delete");
  else if (control && event.shiftKey && key.toLowerCase() === "d") act("duplicate");
  else if (control && key.toLowerCase() === "d") act("fill");
  else if (control && key.toLowerCase() === "a") selectAll();
  else if (key === "Delete" || key === "Backspace") clear();
  else if (key.length === 1 && !control && !event.altKey) edit(key);
  else return;
  event.preventDefault();
}

function go(down, right, extends_) {
  const names = cards.columns.map((column) => column.name);
  const bounded = (value, count) => Math.min(Math.max(value, 0), count - 1);
  move(order[bounded(order.indexOf(head.uid) + down, order.length)], names[bounded(names.indexOf(head.name) + right, names.length)], extends_);
}

function selectAll() {
  anchor = { uid: order[0], name: cards.columns[0].name };
  head = { uid: order.at(-1), name: cards.columns.at(-1).name };
  mark();
}

// --- A cell that is being edited ---

function edit(typed) {
  const row = cards.row(head.uid);
  const cell = cellOf(head);
  if (!row || !cell || isLocked || row.locked || editor) return row?.locked ? notice(`This card can’t be changed here: ${row.locked}.`) : undefined;
  const column = cards.column(head.name);
  const text = typed ?? cards.text(row, head.name);
  const field = column.choices.length
    ? element("select", {}, ...["", ...new Set([...column.choices, ...(text && !typed ? [text] : [])])].map((value) => element("option", { value }, value || `(${cards.inherited(row, head.name) || "nothing"})`)))
    : element("textarea", { rows: 1, spellcheck: column.type === "text" ? "true" : "false" });
  field.setAttribute("aria-label", `${title(head.name)} of ${nameOf(row)}`);
  if (column.choices.length && typed) field.value = column.choices.find((value) => value.toLowerCase().startsWith(typed.toLowerCase())) ?? "";
  else field.value = text;
  editor = { ...head, row, field, before: cards.text(row, head.name), base: cards.base(row, head.name) };
  cell.classList.add("editing");
  cell.replaceChildren(field);
  field.focus();
  if (field.setSelectionRange && typed) field.setSelectionRange(text.length, text.length);
  else field.select?.();
  grow(field);
  field.addEventListener("input", () => grow(field));
  field.addEventListener("blur", () => editor?.field === field && finish());
  field.addEventListener("keydown", editing);
}

function grow(field) {
  if (field.tagName !== "TEXTAREA") return;
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight + 2, 320)}px`;
}

function editing(event) {
  event.stopPropagation();
  if (event.key === "Escape") finish(false);
  else if (event.key === "Enter" && event.altKey) {
    const { field } = editor;
    field.setRangeText?.("\n", field.selectionStart, field.selectionEnd, "end");
    grow(field);
  } else if (event.key === "Enter" && !event.shiftKey) {
    finish();
    go(1, 0, false);
  } else if (event.key === "Tab") {
    finish();
    go(0, event.shiftKey ? -1 : 1, false);
  } else return;
  event.preventDefault();
}

function finish(isKept = true) {
  if (!editor) return;
  const { uid, name, row: known, field, before, base } = editor;
  const text = field.value.trim();
  editor = undefined;
  const row = cards.row(uid);
  const cell = cellOf({ uid, name });
  const hadFocus = document.activeElement === field;
  if (!row && isKept && text !== before) cards.lose(known, { [name]: text });
  if (row && isKept && text !== before) {
    drawn.delete(uid);
    cards.edit([{ uid, kind: "set", cells: { [name]: text }, base: { [name]: base } }]);
  } else if (cell && row) {
    cell.replaceWith(cellFor(row, cards.column(name)));
  }
  mark();
  if (hadFocus) cellOf(head)?.focus({ preventScroll: true });
}

// --- What is done with cells and cards ---

function act(doing) {
  if (!doing) return undefined;
  if (doing === "before" || doing === "after") return step(doing === "after" ? 1 : -1);
  if (doing === "turn") return form.turn();
  if (isLocked) return undefined;
  finish();
  if (doing === "undo" || doing === "redo") return cards.go(doing);
  const { uids } = range();
  if (doing === "fill") return fill();
  if (doing === "delete") return cards.edit(uids.map((uid) => ({ uid, kind: "delete", cells: {} })));
  if (doing === "duplicate") return shown(cards.edit(uids.map((uid) => ({ uid, kind: "duplicate", cells: {} }))));
  if (doing === "add") return shown(cards.edit([{ uid: head.uid ?? order.at(-1), kind: "add", cells: newCard() }]));
  return undefined;
}

/** What a new card says at first: a name, and whatever it must have. */
function newCard() {
  const named = cards.columns.find((column) => column.name === "name" || column.name === "title") ?? cards.columns.find((column) => column.type === "text" || column.type === "any");
  const like = cards.row(head.uid);
  const cells = named ? { [named.name]: "New card" } : {};
  for (const column of cards.columns) if (column.required && !(column.name in cells)) cells[column.name] = (like && cards.text(like, column.name)) || column.choices[0] || String(column.least ?? 0);
  return cells;
}

async function shown(adding) {
  const [uid] = (await adding) ?? [];
  if (!uid) return;
  if (!order.includes(uid)) {
    tools.elements.find.value = "";
    arrange();
  }
  move(uid, cards.columns.find((column) => column.name === "name")?.name ?? cards.columns[0].name);
}

function fill() {
  const { uids, names } = range();
  const first = cards.row(uids[0]);
  const rest = uids.length > 1 ? uids.slice(1) : [];
  set(rest.map((uid) => ({ uid, cells: Object.fromEntries(names.map((name) => [name, cards.text(first, name)])) })));
}

function clear() {
  const { uids, names } = range();
  set(uids.map((uid) => ({ uid, cells: Object.fromEntries(names.map((name) => [name, ""])) })));
}

/** Sets cells, as far as they are others than before. */
function set(changes) {
  if (isLocked) return;
  const edits = changes.map(({ uid, cells }) => {
    const row = cards.row(uid);
    return { uid, kind: "set", cells: Object.fromEntries(Object.entries(cells).filter(([name, text]) => text !== cards.text(row, name))) };
  });
  const some = edits.filter((edit) => Object.keys(edit.cells).length);
  if (some.length) cards.edit(some);
}

function isHere() { return !editor && document.activeElement?.closest?.("#grid td"); }

function copy(event) {
  if (!isHere()) return false;
  const { uids, names } = range();
  event.clipboardData.setData("text/plain", toTabs(uids.map((uid) => names.map((name) => cards.text(cards.row(uid), name)))));
  event.preventDefault();
  return true;
}

function paste(event) {
  if (!isHere() || isLocked) return;
  const table = fromTabs(event.clipboardData.getData("text/plain"));
  event.preventDefault();
  const { uids, names, top, left } = range();
  const all = cards.columns.map((column) => column.name);
  const known = table[0].map((cell) => all.find((name) => name.toLowerCase() === cell.trim().toLowerCase()));
  // A first row that names the fields says where everything goes.
  const hasHeader = table.length > 1 && table[0].length > 1 && known.every(Boolean);
  const rows = hasHeader ? table.slice(1) : table;
  const targets = hasHeader ? known : all.slice(left, left + Math.max(...table.map((row) => row.length)));
  if (rows.length === 1 && rows[0].length === 1) return set(uids.map((uid) => ({ uid, cells: Object.fromEntries(names.map((name) => [name, rows[0][0]])) })));
  const cellsOf = (row) => Object.fromEntries(targets.map((name, index) => [name, (row[index] ?? "").trim()]));
  const changes = rows.slice(0, order.length - top).map((row, index) => ({ uid: order[top + index], cells: cellsOf(row) }));
  const further = rows.slice(order.length - top).map(cellsOf).filter((cells) => Object.values(cells).some(Boolean));
  const edits = changes.flatMap(({ uid, cells }) => {
    const row = cards.row(uid);
    const differing = Object.fromEntries(Object.entries(cells).filter(([name, text]) => text !== cards.text(row, name)));
    return Object.keys(differing).length ? [{ uid, kind: "set", cells: differing }] : [];
  });
  edits.push(...further.map((cells) => ({ uid: order.at(-1), kind: "add", cells })));
  if (!edits.length) return undefined;
  notice(`Pasting ${rows.length} rows …`);
  return cards.edit(edits).then(() => {
    const wrong = cards.rows.reduce((count, row) => count + Object.values(row.pending).filter((cell) => cell.wrong).length, 0);
    if (at("notice").textContent.startsWith("Pasting")) notice(wrong ? `Pasted, except for ${wrong} ${wrong === 1 ? "cell that is" : "cells that are"} wrong` : `Pasted ${rows.length} rows`);
  });
}

function undoKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const way = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
  // A field that is being typed in has an undo of its own.
  if (!way || isLocked || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
  event.preventDefault();
  act(way);
}
