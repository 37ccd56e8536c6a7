// The deck builder. The page holds the deck; the studio judges and draws it after each change.

import { at, button, fetched, send, on, element, game } from "/static/studio.js";
import { DeckState, emptyDeck } from "/static/deck-state.js";
import { charts, hands } from "/static/deck-charts.js";

const setup = JSON.parse(at("setup").textContent);
const base = `/${game}/deck`;
const JUDGED_MS = 250;
const PICTURE_WIDTH = 480;
const isNarrow = matchMedia("(max-width: 44rem)");
const isPool = setup.pool !== null;
const poolCards = new Map((setup.pool ?? []).map((card) => [card.card, card]));
const ownFields = ["name", setup.group, setup.budget, "copies", "text", "art"];

const state = new DeckState(game, () => { show(); ask(); });
let verdict = null;

// What is on the page

const copiesOf = (card) => (Number.isInteger(card.values.copies) ? card.values.copies : card.values.copies === undefined ? 1 : 0);
const nameOf = (card) => (isPool ? poolCards.get(card.values.card)?.name ?? card.values.card : String(card.values.name ?? "").trim()) || "Unnamed card";
const valueOf = (card, field, own) => (field === null ? "" : isPool ? poolCards.get(card.values.card)?.[own] ?? "" : card.values[field] ?? "");

function show() {
  showTitles();
  showList();
  if (!isPool) showEditor();
  at("undo").disabled = !state.done.length;
  at("redo").disabled = !state.undone.length;
  const file = state.file ? `${setup.folder}/${state.file}.yaml` : "not saved yet";
  at("file-state").textContent = state.isDirty && state.file ? `${file}, with changes` : state.deck.cards.length || state.file ? file : "";
}

function fill(input, value) {
  if (input !== document.activeElement || input.value !== value) input.value = value;
}

function showTitles() {
  fill(at("deck-name"), state.deck.name);
  fill(at("deck-text"), state.deck.text);
  if (document.activeElement !== at("file-name")) at("file-name").value = state.file || slug(state.deck.name);
}

function slug(name) {
  const plain = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/ß/g, "ss").toLowerCase();
  return plain.replace(/['’]/g, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 50).replace(/-+$/, "");
}

function showList() {
  const list = at("cards");
  const focused = document.activeElement?.closest?.("#cards li");
  const keep = focused && { id: Number(focused.dataset.id), act: document.activeElement.dataset.act };
  list.replaceChildren(...state.deck.cards.map(row));
  at("empty").hidden = state.deck.cards.length > 0;
  if (keep) focusRow(keep.id, keep.act);
}

function row(card) {
  const isChosen = card.id === state.selected;
  const faults = faultsOf(card);
  const kind = [valueOf(card, setup.budget, "power"), valueOf(card, setup.group, "class")].filter((part) => part !== "").join(" ");
  const choose = element("button", { type: "button", class: "choose", "data-act": "choose", "aria-pressed": String(isChosen), tabindex: isChosen ? "0" : "-1" },
    element("span", { class: "card-name" }, nameOf(card)), element("span", { class: "card-kind" }, kind),
    ...(faults.length ? [element("span", { class: "flag" }, faults.some((fault) => fault.severity === "error") ? "!" : "?", element("span", { class: "unseen" }, ` ${faults.map((fault) => fault.message).join("; ")}`))] : []));
  const name = nameOf(card);
  const less = element("button", { type: "button", class: "step", "data-act": "less", "aria-label": `One copy fewer of ${name}` }, "−");
  const more = element("button", { type: "button", class: "step", "data-act": "more", "aria-label": `One more copy of ${name}` }, "+");
  const count = element("span", { class: "copies" }, `×${copiesOf(card)}`);
  const made = element("li", { "data-id": card.id, class: isChosen ? "chosen" : "" }, choose, less, count, more);
  return made;
}

function focusRow(id, act = "choose") {
  const found = document.querySelector(`#cards li[data-id="${id}"]`);
  (found?.querySelector(`[data-act="${act}"]`) ?? found?.querySelector("button"))?.focus();
}

function faultsOf(card) {
  const index = state.deck.cards.indexOf(card);
  return (verdict?.rules ?? []).flatMap((rule) => rule.faults).filter((fault) => fault.card === index);
}

function showEditor() {
  const card = state.card;
  at("editor").hidden = !card;
  at("editor-title").textContent = card ? nameOf(card) : "No card chosen";
  if (!card) return;
  for (const input of at("editor").querySelectorAll("[data-field]")) {
    const value = card.values[input.dataset.field];
    if (input.type === "radio") input.checked = String(value ?? "").toLowerCase() === input.value.toLowerCase();
    else fill(input, value === undefined ? (input.dataset.field === "copies" ? "1" : "") : String(value));
  }
  const besides = Object.keys(card.values).filter((key) => !ownFields.includes(key));
  at("besides").textContent = besides.length ? `Also kept from its file: ${besides.join(", ")}.` : "";
  showFaults();
}

function showFaults() {
  const card = state.card;
  if (isPool || !card) return;
  const faults = faultsOf(card);
  at("card-faults").replaceChildren(...faults.map((fault) =>
    element("li", { class: fault.severity }, element("strong", {}, fault.severity), ` ${fault.field ? `${fault.field}: ` : ""}${fault.message}`)));
  for (const input of at("editor").querySelectorAll("[data-field]")) {
    const isWrong = faults.some((fault) => fault.field === input.dataset.field && fault.severity === "error");
    (input.type === "radio" ? input.closest("fieldset") : input).toggleAttribute("data-wrong", isWrong);
    if (input.type !== "radio") input.setAttribute("aria-invalid", String(isWrong));
  }
}

// What the studio says of it

let timer, asked = 0;
function ask(wait = JUDGED_MS) {
  clearTimeout(timer);
  timer = setTimeout(judge, wait);
}

async function judge() {
  const turn = ++asked;
  const deck = state.plain;
  if (!deck.cards.length && !deck.name) showMeter(0);
  try {
    const told = await send(`${base}/judge`, { deck });
    if (turn !== asked) return;
    verdict = told;
    showVerdict(told);
  } catch (error) {
    if (turn === asked) at("verdict").textContent = error.message;
    return;
  }
  await draw(turn, deck);
}

function showVerdict(told) {
  const isEmpty = !state.deck.cards.length;
  at("verdict").textContent = isEmpty ? "Empty" : told.legal ? "✓ Legal" : told.said === "not legal" ? "✗ Not legal" : "✗ Cannot be read";
  at("verdict").className = `verdict ${isEmpty ? "" : told.legal ? "good" : "bad"}`;
  const points = told.stats?.points ?? told.points ?? 0;
  const cards = told.stats?.cards ?? told.cards ?? 0;
  const left = setup.points === null ? 0 : setup.points - points;
  const parts = [];
  if (setup.points !== null) parts.push(`${points} of ${setup.points} points`, ...(left > 0 ? [`${left} left`] : left < 0 ? [`${-left} too many`] : []));
  parts.push(`${cards} ${cards === 1 ? "card" : "cards"}`);
  at("totals").textContent = parts.join(" · ");
  showMeter(points);
  at("rules").replaceChildren(...(isEmpty ? [element("p", { class: "quiet" }, "Nothing yet: there are no cards.")] : told.rules.length ? told.rules.map(rule) : [element("p", { class: "good" }, "Nothing: the deck is legal.")]));
  at("charts").replaceChildren(...(told.stats && told.stats.cards ? charts(told.stats, setup) : [element("p", { class: "quiet" }, "No cards to count.")]));
  for (const made of at("cards").children) {
    const card = state.deck.cards.find((one) => one.id === Number(made.dataset.id));
    const had = made.querySelector(".flag")?.textContent ?? "";
    const fresh = card && row(card);
    if (fresh && (fresh.querySelector(".flag")?.textContent ?? "") !== had) {
      const flag = fresh.querySelector(".flag");
      made.querySelector(".flag")?.remove();
      if (flag) made.querySelector(".choose").append(flag);
    }
  }
  showFaults();
}

function showMeter(points) {
  const meter = at("meter");
  if (!meter) return;
  meter.setAttribute("aria-valuenow", String(points));
  meter.setAttribute("aria-valuetext", `${points} of ${setup.points} points`);
  meter.className = `meter ${points === setup.points ? "full" : points > setup.points ? "over" : ""}`;
  at("meter-fill").style.width = `${Math.max(0, Math.min(100, (100 * points) / setup.points))}%`;
}

function rule(one) {
  return element("section", { class: "rule" }, element("h3", {}, one.sentence), element("ul", { class: "faults" }, ...one.faults.map((fault) => {
    const label = fault.label ? `${fault.label}: ` : "";
    const card = fault.card === null ? null : state.deck.cards[fault.card];
    const edit = () => { choose(card.id); (at("editor")?.querySelector(`[data-field="${CSS.escape(fault.field ?? "name")}"]`) ?? at("f-name"))?.focus(); };
    const words = card ? button(edit, { class: "link" }, label || "card: ") : element("strong", {}, label);
    return element("li", { class: fault.severity }, element("strong", {}, fault.severity), " ", words, fault.message);
  })));
}

let picture;
async function draw(turn, deck) {
  const index = state.index;
  if (index < 0) return showPicture(null, "Choose a card to see it.");
  const name = nameOf(state.card);
  try {
    const drawn = await send(`${base}/picture`, { deck, card: index, side: "front", width: PICTURE_WIDTH });
    if (turn === asked) showPicture(drawn instanceof Blob ? drawn : null, drawn.message ?? name);
  } catch (error) {
    if (turn === asked) showPicture(null, error.message);
  }
}

function showPicture(drawn, words) {
  if (picture) URL.revokeObjectURL(picture);
  picture = drawn && URL.createObjectURL(drawn);
  at("picture").hidden = !drawn;
  if (drawn) at("picture").src = picture;
  at("picture").alt = drawn ? `${words}, as it is printed` : "";
  at("picture-words").textContent = drawn ? "" : words;
}

// What a person does

function say(words) { at("said").textContent = words; }

function notice(words, ...actions) {
  at("notice").replaceChildren(words, ...actions.flatMap((one) => [" ", one]));
  at("notice").hidden = !words;
}

const action = (words, act) => button(act, { class: "plain" }, words);

function choose(id, { focus = false } = {}) {
  state.selected = id;
  state.keep();
  show();
  if (focus) focusRow(id);
  ask(60);
}

function add() {
  const values = { copies: 1 };
  const last = state.card ?? state.deck.cards.at(-1);
  for (const field of [setup.group, setup.budget]) if (field && last?.values[field] !== undefined) values[field] = last.values[field];
  state.add(values, state.index < 0 ? state.deck.cards.length : state.index + 1);
  show();
  say("A card was added. Name it.");
  at("f-name").focus();
}

function remove(id) {
  const card = state.deck.cards.find((one) => one.id === id);
  const name = nameOf(card);
  state.remove(id);
  show();
  say(`${name} was removed. Undo brings it back.`);
  if (state.selected) focusRow(state.selected);
  else (at("add") ?? at("pool-filter")).focus();
}

function copies(id, by) {
  const card = state.deck.cards.find((one) => one.id === id);
  const wanted = Math.max(0, Math.min(999, copiesOf(card) + by));
  if (wanted === 0 && isPool) return remove(id);
  if (wanted === 0) return say(`${nameOf(card)} has one copy; Delete removes the card.`);
  state.set(id, "copies", wanted);
  say(`${wanted} of ${nameOf(card)}`);
}

function move(id, by) {
  if (!state.move(id, by)) return;
  focusRow(id);
  say(`${nameOf(state.card ?? state.deck.cards[0])} is now card ${state.deck.cards.findIndex((one) => one.id === id) + 1} of ${state.deck.cards.length}`);
}

at("cards").addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed) return;
  const id = Number(pressed.closest("li").dataset.id);
  if (pressed.dataset.act === "choose") {
    choose(id, { focus: true });
    if (event.detail === 0) at("f-name")?.focus();
    else if (isNarrow.matches) at("editor-title").scrollIntoView({ block: "start" });
  } else copies(id, pressed.dataset.act === "more" ? 1 : -1);
});

at("cards").addEventListener("keydown", (event) => {
  const id = Number(event.target.closest("li").dataset.id);
  const here = state.deck.cards.findIndex((card) => card.id === id);
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by && event.altKey) move(id, by);
  else if (by) { if (state.deck.cards[here + by]) choose(state.deck.cards[here + by].id, { focus: true }); }
  else if (event.key === "Home") choose(state.deck.cards[0].id, { focus: true });
  else if (event.key === "End") choose(state.deck.cards.at(-1).id, { focus: true });
  else if (event.key === "Delete" || event.key === "Backspace") remove(id);
  else if (event.key === "+" || event.key === "=") copies(id, 1);
  else if (event.key === "-") copies(id, -1);
  else return;
  event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  const isText = event.target.matches?.("textarea, select, input:not([type=radio], [type=checkbox], [type=file])");
  const isControl = event.ctrlKey || event.metaKey;
  if (event.altKey && event.code === "KeyN" && !isPool) add();
  else if (isControl && event.key.toLowerCase() === "s") save();
  else if (isControl && !isText && event.key.toLowerCase() === "z") travel(event.shiftKey ? "redo" : "undo");
  else if (isControl && !isText && event.key.toLowerCase() === "y") travel("redo");
  else return;
  event.preventDefault();
});

function travel(way) {
  if (state[way]()) say(way === "undo" ? "Undone." : "Done again.");
}

at("undo").addEventListener("click", () => travel("undo"));
at("redo").addEventListener("click", () => travel("redo"));
at("deck-name").addEventListener("input", (event) => state.change((deck) => { deck.name = event.target.value; }, "name"));
at("deck-text").addEventListener("input", (event) => state.change((deck) => { deck.text = event.target.value; }, "text"));

if (!isPool) {
  at("add").addEventListener("click", add);
  at("remove").addEventListener("click", () => remove(state.selected));
  at("duplicate").addEventListener("click", () => {
    state.add({ ...state.card.values }, state.index + 1);
    delete state.card.values.id;
    show();
    at("f-name").select();
  });
  at("editor").addEventListener("submit", (event) => event.preventDefault());
  at("editor").addEventListener("input", (event) => {
    const { field } = event.target.dataset;
    if (field) state.set(state.selected, field, typed(event.target));
  });
  at("art-file").addEventListener("change", uploadArt);
}

function typed(input) {
  const isNumber = [setup.budget, "copies"].includes(input.dataset.field) && /^-?\d{1,9}$/.test(input.value.trim());
  return isNumber ? Number(input.value) : input.value;
}

async function uploadArt(event) {
  const [file] = event.target.files;
  const id = state.selected;
  event.target.value = "";
  if (!file) return;
  try {
    if (file.size > 20 * 1024 * 1024) throw new Error(`${file.name} is larger than 20 MB`);
    say("Sending the picture.");
    const told = await send(`${base}/art?name=${encodeURIComponent(file.name)}`, file);
    state.set(id, "art", told.art);
    notice(`${file.name} is kept as ${setup.folder}/${told.art}.`);
  } catch (error) {
    notice(error.message);
  }
}

// Cards of the game

if (isPool) {
  const showPool = () => {
    const wanted = at("pool-filter").value.trim().toLowerCase();
    const found = setup.pool.filter((card) => !wanted || `${card.name} ${card.class} ${card.text}`.toLowerCase().includes(wanted));
    at("pool").replaceChildren(...found.map((card) => {
      const kind = [card.power, card.class].filter((part) => part !== null && part !== "").join(" ");
      return element("li", {}, button(() => takeCard(card.card), { class: "choose" },
        element("span", { class: "card-name" }, card.name), element("span", { class: "card-kind" }, kind)));
    }));
  };
  at("pool-filter").addEventListener("input", showPool);
  showPool();
}

function takeCard(id) {
  const there = state.deck.cards.find((card) => card.values.card === id);
  if (there) { state.selected = there.id; copies(there.id, 1); }
  else { state.add({ card: id, copies: 1 }); show(); say(`${poolCards.get(id).name} was added.`); }
}

// Files

async function load(address, told, { file = "", sent } = {}) {
  try {
    const answer = sent ? await send(address, sent) : await fetched(address);
    const hadCards = state.deck.cards.length > 0;
    state.start(answer.deck, { file, revision: answer.revision, undoable: hadCards && state.isDirty });
    state.isDirty = !file;
    state.keep();
    show();
    ask(0);
    const problems = answer.problems.length ? ` ${answer.problems.length} things in it could not be read as they are; the rules say which.` : "";
    const comments = answer.hasComments ? " Its comments will not be kept when it is saved from here." : "";
    notice(`${told}.${problems}${comments}`);
    at("deck-name").focus();
    window.scrollTo({ top: 0 });
  } catch (error) {
    const list = error.told?.problems?.length > 1 ? [element("ul", {}, ...error.told.problems.map((one) => element("li", {}, one.message)))] : [];
    notice(error.message, ...list);
  }
}

async function save() {
  const name = at("file-name").value.trim() || slug(state.deck.name) || "deck";
  await saveAs(name, name === state.file ? state.revision : "");
}

async function saveAs(name, revision) {
  const deck = state.plain;
  try {
    const told = await send(`${base}/saved/${encodeURIComponent(name)}`, { deck, revision }, "PUT");
    const isSame = JSON.stringify(deck) === JSON.stringify(state.plain);
    state.saved(name, told.revision);
    state.isDirty = !isSame;
    at("conflict").hidden = true;
    at("file-name").value = name;
    showSaved(told.saved);
    show();
    notice(`Saved as ${setup.folder}/${name}.yaml.`);
    return true;
  } catch (error) {
    if (error.told?.changed) showConflict(name, error);
    else notice(error.message);
    return false;
  }
}

let conflict = null;
function showConflict(name, error) {
  conflict = { name, revision: error.told.revision };
  at("conflict-words").textContent = `${error.message}. Nothing was written, and this deck is still here.`;
  at("conflict-name").value = `${name}-2`.slice(0, 60);
  at("conflict-open").hidden = !conflict.revision;
  at("conflict").hidden = false;
  at("conflict-name").focus();
  at("conflict").scrollIntoView({ block: "nearest" });
}

at("conflict-save").addEventListener("click", () => saveAs(at("conflict-name").value.trim(), ""));
at("conflict-overwrite").addEventListener("click", () => saveAs(conflict.name, conflict.revision));
at("conflict-open").addEventListener("click", () => { at("conflict").hidden = true; openSaved(conflict.name); });
at("conflict-leave").addEventListener("click", () => { at("conflict").hidden = true; at("save").focus(); });
at("conflict").addEventListener("keydown", (event) => { if (event.key === "Escape") at("conflict-leave").click(); });

function showSaved(names) {
  at("saved-field").hidden = !names.length;
  at("saved").replaceChildren(...names.map((name) => element("option", { value: name }, name)));
}

const openSaved = (name) => load(`${base}/saved/${encodeURIComponent(name)}`, `Opened ${setup.folder}/${name}.yaml`, { file: name });
at("save").addEventListener("click", save);
at("open-saved").addEventListener("click", () => openSaved(at("saved").value));
at("open-own")?.addEventListener("click", () => load(`${base}/own/${encodeURIComponent(at("own").value)}`, `Began with ${at("own").selectedOptions[0].textContent}; saving makes your own file`));
at("deck-file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) load(`${base}/open?name=${encodeURIComponent(file.name)}`, `Opened ${file.name}`, { sent: file });
});
at("new").addEventListener("click", () => {
  state.start(emptyDeck(), { undoable: state.deck.cards.length > 0 });
  state.isDirty = false;
  state.keep();
  show();
  ask(0);
  notice("A new deck. Undo brings the other one back.");
  at("deck-name").focus();
});

async function download(address, body, name) {
  try {
    const content = await send(address, body);
    const link = element("a", { href: URL.createObjectURL(content), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    return true;
  } catch (error) {
    notice(error.message);
    return false;
  }
}

const stem = () => slug(state.deck.name) || "deck";
at("download").addEventListener("click", () => download(`${base}/file`, { deck: state.plain }, `${stem()}.yaml`));
at("pdf").addEventListener("click", async () => {
  at("pdf").disabled = true;
  notice("Printing the sheets to a PDF.");
  const paper = at("paper").value;
  const backs = at("backs")?.value ?? "";
  if (await download(`${base}/pdf`, { deck: state.plain, paper, backs }, `${stem()}-${paper}.pdf`)) {
    notice(verdict?.legal === false ? "The PDF is downloaded. Its sheets say that the deck is not legal." : "The PDF is downloaded.");
  }
  at("pdf").disabled = false;
  at("pdf").focus();
});

// Wishes and hands

let seed = 0;
at("wishes").addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = (selector, key) => Object.fromEntries([...document.querySelectorAll(selector)].map((input) => [input.dataset[key], input.value]));
  const pool = [...document.querySelectorAll("[data-pool]:checked")].map((input) => input.dataset.pool);
  const wishes = { ...values("[data-wish]", "wish"), classes: values("[data-class]", "class"), pool, keep: at("w-keep").checked, seed: ++seed, name: state.deck.name };
  for (const input of at("wishes").querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  try {
    const told = await send(`${base}/suggest`, { wishes, deck: state.plain });
    state.replace({ ...told.deck, text: state.deck.text });
    at("wish-told").replaceChildren(`A legal deck of ${told.deck.cards.reduce((sum, card) => sum + card.copies, 0)} cards. Build again for another; Undo brings the old one back.`);
  } catch (error) {
    const faults = error.told?.faults ?? [];
    for (const fault of faults) wishInput(fault.field)?.setAttribute("aria-invalid", "true");
    const lines = error.told?.lines?.length ? error.told.lines : faults.length ? faults.map((fault) => fault.message) : [error.message];
    at("wish-told").replaceChildren(element("pre", { class: "told" }, lines.join("\n")));
    wishInput(faults[0]?.field)?.focus();
  }
});

function wishInput(field) {
  if (!field) return null;
  const name = field.replace(/^class /, "");
  return document.querySelector(field === name ? `[data-wish="${CSS.escape(name)}"]` : `[data-class="${CSS.escape(name)}"]`);
}

let handSeed = 0;
at("draw")?.addEventListener("click", async () => {
  try {
    at("hands").replaceChildren(...hands(await send(`${base}/hands`, { deck: state.plain, seed: ++handSeed })));
  } catch (error) {
    at("hands").replaceChildren(element("p", { class: "quiet" }, error.message));
  }
});

// The beginning

on("saved", (saved) => { if (saved.game === game) ask(); });
showSaved(setup.saved);
const left = state.restore() ? [] : state.leftBehind();
if (state.isDirty && state.deck.cards.length) notice("Your unsaved changes are still here from before.");
if (left.length) {
  const [{ key, kept }] = left;
  const when = new Date(kept.at).toLocaleString();
  notice(`There is an unsaved deck from ${when}: ${kept.deck.name || "without a name"}, ${kept.deck.cards.length} lines.`,
    action("Resume it", () => { state.take(kept); state.forget(key); show(); ask(0); notice("Your unsaved deck is back."); }),
    action("Discard it", () => { state.forget(key); notice(""); }));
}
show();
ask(0);
