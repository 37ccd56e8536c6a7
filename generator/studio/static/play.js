// A game at the table: what is told is drawn, what is chosen is sent; and replays, move by move.
import { at as byId, button, fetched, reasonOf, send, on, element } from "/static/studio.js";
import { lay, lookCloser } from "/static/play_table.js";

const place = document.getElementById("game");
const base = place.dataset.base;
const isReplay = !place.dataset.room;
const title = document.title;
let told = null;
let chosen = "";
let isBusy = false;
let hasChanged = false;
let asked = 0;
let timer = 0;

const GROUPED_FROM = 9;
const SEARCHED_FROM = 9;
const KEYS = "gatepress-play-keys";
const MAX_NEWS = 5;

const fetchState = (query = "") => fetched(`${base}/state${query}`);

function say(message) {
  const line = byId("told");
  if (!line) { byId("status").textContent = message; return; }
  line.textContent = message;
  line.hidden = !message;
}

function table() {
  const moves = told.moves ?? [];
  const named = new Set(moves.flatMap((move) => move.cards));
  const targets = new Set(movesWith().flatMap((move) => (chosen ? move.cards : [])));
  targets.delete(chosen);
  // Of cards of one word the one in the hand is meant, and not those that were played or discarded before.
  const hand = told.you === null ? [] : told.table.seats[told.you]?.zones.filter((zone) => zone.is_hand) ?? [];
  const held = new Set(hand.flatMap((zone) => zone.cards.map((card) => card.word)));
  return { named, held, chosen, choose, targets, aim, sentence, isPlace: (group) => movesWith().some((move) => leadsTo(move, group)) };
}

/** The moves with the chosen card; all of them where none is chosen. */
const movesWith = () => (told.moves ?? []).filter((move) => !chosen || move.cards.includes(chosen));

/** Whether a move names a place, and says so in its words too: a number alone may mean anything. */
function leadsTo(move, group) {
  if (!group.word || !move.cards.includes(group.word)) return false;
  // While nothing is chosen, only what a move begins with is lit.
  if (!chosen && move.cards[0] !== group.word) return false;
  const names = [group.title, ...group.zones.flatMap((zone) => zone.cards.map((card) => card.name))].filter(Boolean);
  return group.word !== chosen && names.some((name) => (move.words || move.move).includes(name));
}

/** Plays the chosen card to a card or a place, where just one move does that; else those moves are offered. */
function aim(word) {
  const moves = movesWith().filter((move) => move.cards.includes(word));
  if (moves.length === 1) return make(moves[0].move);
  if (!chosen) chosen = word;
  byId("find").value = moves.length ? word : "";
  layMoves();
  if (moves.length) say("");
  else askWhy(chosen === word ? [word] : [chosen, word]);
}

/** Says why what was tried can't be done, in the words of the rules. */
async function askWhy(words) {
  try {
    const { lines } = await send(`${base}/why`, { words });
    say(lines.join(" "));
  } catch (error) { say(reasonOf(error)); }
}

/** The move or the moves that lead to something, in a sentence. */
function sentenceOf(moves) {
  const [first] = moves;
  if (!first) return "";
  const words = first.words || first.move;
  return moves.length > 1 ? `${moves.length} moves: ${moves.map((move) => move.words || move.move).slice(0, 3).join("; ")}${moves.length > 3 ? " …" : ""}` : `${words[0].toUpperCase()}${words.slice(1)}.`;
}

const sentence = (word) => sentenceOf(movesWith().filter((move) => move.cards.includes(word)));

/** Says what a card or a lit place under the pointer, or with the focus, is for. */
function sayMoves(event) {
  const target = event.target.closest?.(".card[data-word], [data-place]");
  const word = target && (target.dataset.place ?? target.dataset.word);
  byId("says").textContent = target ? sentence(word) : "";
}

/** A card was chosen: its moves alone are offered, places that they lead to are lit, and it is shown large. */
function choose(lying) {
  say("");
  if (chosen && chosen !== lying.word && table().targets.has(lying.word)) return aim(lying.word);
  if (told.moves?.some((move) => move.cards.includes(lying.word))) {
    chosen = chosen === lying.word ? "" : lying.word;
    lay(told, table());
    layMoves();
    place.querySelector(`.card[data-word="${CSS.escape(lying.word)}"]`)?.focus({ preventScroll: true });
  } else if (told.asked) {
    askWhy([lying.word]);
  }
  lookCloser(lying);
}

/** Dropped on a card or a place that is lit, a card goes there; dropped on the table, it makes its only move. */
function drop(event) {
  const target = event.target.closest?.(".card.target, [data-place]");
  const moves = movesWith();
  event.preventDefault();
  if (!chosen || byId("hand").contains(event.target)) return;
  const other = event.target.closest?.(".card[data-word]")?.dataset.word;
  if (target) aim(target.dataset.place ?? target.dataset.word);
  else if (other && other !== chosen) askWhy([chosen, other]);
  else if (moves.length === 1) make(moves[0].move);
  else askWhy([chosen]);
}

function beginDragging() {
  place.addEventListener("dragstart", (event) => {
    const card = event.target.closest?.(".card[data-word]");
    if (!card) return;
    event.dataTransfer.setData("text/plain", card.dataset.word);
    event.dataTransfer.effectAllowed = "move";
    // Laying the table anew now would end what has just begun.
    setTimeout(() => { chosen = card.dataset.word; light(); layMoves(); });
  });
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", drop);
  for (const kind of ["pointerover", "focusin"]) place.addEventListener(kind, sayMoves);
}

/** Lights what the chosen card can go to, and leaves the cards where they are. */
function light() {
  const { targets } = table();
  for (const card of place.querySelectorAll(".card[data-word]")) {
    card.classList.toggle("target", targets.has(card.dataset.word));
    if (card.hasAttribute("aria-pressed")) card.setAttribute("aria-pressed", String(card.dataset.word === chosen));
  }
}

function show(state) {
  const isNew = JSON.stringify(state) !== JSON.stringify(told);
  const wasAsked = told?.asked;
  told = state;
  clearTimeout(timer);
  if (told.waiting) timer = setTimeout(refresh, 2000);
  if (!isNew) return;
  const focus = document.activeElement;
  const wasInMoves = byId("moves").contains(focus) || focus === document.body || focus === byId("status");
  const word = focus?.classList.contains("card") ? focus.dataset.word : null;
  chosen = told.moves.some((move) => move.cards.includes(chosen)) ? chosen : "";
  lay(told, table());
  layStatus();
  layNews();
  layMoves();
  if (word) place.querySelector(`.card[data-word="${CSS.escape(word)}"]`)?.focus({ preventScroll: true });
  else if (wasInMoves && told.asked) byId("moves").querySelector("button")?.focus({ preventScroll: true });
  else if (wasInMoves && wasAsked) byId("status").focus({ preventScroll: true });
}

function layStatus() {
  const status = told.wrong ? "The rules went wrong" : told.over ? "The game is over" : told.asked ? "It is your turn" : told.waiting;
  byId("status").textContent = status;
  byId("status").classList.toggle("thinks", Boolean(told.waiting));
  document.title = told.asked ? `Your turn: ${title}` : title;
  byId("seats").replaceChildren(...told.seats.map((seat) => element("li", { class: seat.kind },
    element("strong", {}, seat.name), " ", [seat.kind === "you" ? "you" : seat.bot ? (seat.name.startsWith("Bot") ? "" : `bot: ${seat.bot}`) : seat.free ? "a person, not here yet" : "",
      seat.side === seat.name ? "" : seat.side].filter(Boolean).join(", "))));
  // Names stand at the table; who is still awaited, here.
  byId("seats").classList.toggle("unseen", !told.seats.some((seat) => seat.free));
  byId("invite").hidden = !told.seats.some((seat) => seat.free);
  say(told.wrong);
  for (const note of told.notes) byId("advice").replaceChildren(element("p", {}, note));
  byId("undo").disabled = !told.can_undo;
  byId("hint").disabled = !told.asked;
  layWish();
}

/** What the others did since one's own last move, beside the cards that it changed. */
function layNews() {
  const own = told.log.findLastIndex((entry) => entry.who === "you");
  const lines = told.log.slice(own + 1).flatMap((entry) => entry.lines);
  const news = byId("news");
  news.hidden = !lines.length || told.over;
  news.replaceChildren(...lines.slice(-MAX_NEWS).map((line) => element("p", {}, line)));
}

function layWish() {
  const wish = byId("wish");
  wish.hidden = !told.wants_back;
  if (!told.wants_back) return;
  const answers = [["Allow it", true], ["Refuse", false]].map(([words, allowed]) =>
    button(() => act("answer", { allowed }), { class: allowed ? "" : "plain" }, words));
  const who = told.wants_back;
  wish.replaceChildren(told.may_answer ? `${who} asks to take a move back. ` : "You have asked the others to take a move back.", ...(told.may_answer ? answers : []));
}

/** The moves that are offered now: those of the chosen card that have what is looked for. */
function offered() {
  const sought = byId("find").value.trim().toLowerCase();
  return told.moves.filter((move) => (!chosen || move.cards.includes(chosen)) &&
    (!sought || `${move.move} ${move.words}`.toLowerCase().includes(sought)));
}

function layMoves() {
  const all = told.moves;
  byId("moves-title").textContent = told.over ? "What next" : all.length ? `Your moves (${all.length})` : "Your moves";
  byId("find").parentElement.hidden = all.length < SEARCHED_FROM;
  if (all.length < SEARCHED_FROM) byId("find").value = "";
  const hint = byId("chosen");
  hint.hidden = !chosen;
  if (chosen) {
    const every = () => { chosen = ""; lay(told, table()); layMoves(); };
    hint.replaceChildren(`Moves with ${chosen} `, button(every, { class: "plain" }, "Show all"));
  }
  const buttons = offered().map((move, number) => [move.verb, button(() => make(move.move), { class: "move", "data-move": move.move },
    number < 9 ? element("kbd", {}, String(number + 1)) : "", element("code", {}, move.move),
    move.words ? element("span", { class: "said" }, move.words) : "")]);
  const verbs = [...new Set(buttons.map(([verb]) => verb))];
  const isGrouped = all.length >= GROUPED_FROM && verbs.length > 1;
  const parts = isGrouped
    ? verbs.map((verb) => element("div", { class: "verb" }, element("h3", {}, verb), ...buttons.filter(([of]) => of === verb).map(([, made]) => made)))
    : buttons.map(([, made]) => made);
  if (!parts.length && !told.over) parts.push(element("p", { class: "quiet" }, all.length ? "No move has that." : "Nothing to decide now."));
  if (told.over) {
    const again = button(openReplay, {}, "Back to the game");
    const next = element("a", { class: "button", href: base.split("/").slice(0, 3).join("/") }, "Another game");
    parts.push(element("p", { class: "actions" }, again, " ", next));
  }
  byId("moves").replaceChildren(...parts);
}

async function openReplay() {
  try {
    const answer = await send(`${base.split("/").slice(0, 3).join("/")}/replay`, { room: told.room });
    location.href = answer.address;
  } catch (error) { say(reasonOf(error)); }
}

function make(move) {
  return act("move", { move, revision: told.revision });
}

/** Does something in the game; what is told after it is drawn. */
async function act(what, body = {}) {
  if (isBusy) return;
  isBusy = true;
  asked += 1;
  say("");
  try {
    const state = await send(`${base}/${what}`, body);
    if (what === "move") { byId("find").value = ""; chosen = ""; lookCloser(null); }
    byId("advice").replaceChildren();
    show(state);
  } catch (error) {
    await load();
    say(reasonOf(error));
  } finally {
    isBusy = false;
    if (hasChanged) load();
    hasChanged = false;
  }
}

/** Asks how things stand; of several answers only that to the last question counts. */
async function load() {
  const mine = ++asked;
  try {
    const state = await fetchState();
    if (mine === asked) show(state);
  } catch (error) { say(reasonOf(error)); }
}

/** Asks again, but not while something is being done: its answer says how things stand. */
function refresh() {
  if (isBusy) hasChanged = true;
  else load();
}

async function askHint() {
  try {
    const { lines } = await send(`${base}/hint`);
    byId("advice").replaceChildren(...lines.map((line) => element("p", {}, line)));
  } catch (error) { say(reasonOf(error)); }
}

function playKeys(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !byId("keys").checked) return;
  if (event.target.matches("input, select, textarea")) return;
  const chosenMove = byId("moves").querySelectorAll(".move")["123456789".indexOf(event.key)];
  if (chosenMove) make(chosenMove.dataset.move);
  else if (event.key === "/" && !byId("find").parentElement.hidden) byId("find").focus();
  else if (event.key === "u" && told.can_undo) act("undo");
  else if (event.key === "h" && told.asked) askHint();
  else return;
  event.preventDefault();
}

function beginPlaying() {
  const find = byId("find");
  find.addEventListener("input", layMoves);
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { find.value = ""; layMoves(); byId("moves").querySelector("button")?.focus(); }
    if (event.key !== "Enter" || event.repeat) return;
    const moves = offered();
    const exact = moves.find((move) => move.move.toLowerCase() === find.value.trim().toLowerCase());
    if (exact ?? moves.length === 1) make((exact ?? moves[0]).move);
    else if (!moves.length) say("No move has that.");
  });
  byId("undo").addEventListener("click", () => act("undo"));
  byId("hint").addEventListener("click", askHint);
  byId("keys").checked = localStorage.getItem(KEYS) !== "off";
  byId("keys").addEventListener("change", (event) => localStorage.setItem(KEYS, event.target.checked ? "on" : "off"));
  byId("save").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await send(`${base}/save`, { name: byId("save-name").value });
      byId("advice").replaceChildren(element("p", {}, answer.message));
      say("");
    } catch (error) { say(reasonOf(error)); }
  });
  document.addEventListener("keydown", playKeys);
  beginDragging();
  const seat = Number(place.dataset.seat);
  on("play", (event) => { if (event.room === place.dataset.room && event.seats.includes(seat)) refresh(); });
  refresh();
}

// Replays

let wanted = 0;

async function goTo(at) {
  wanted = Math.min(Math.max(at, 0), told ? told.total : at);
  try {
    const asked = wanted;
    const state = await fetchState(`?at=${asked}`);
    if (asked !== wanted) return;
    told = state;
    wanted = told.at;
    lay(told, table());
    byId("at").max = told.total;
    byId("at").value = told.at;
    byId("where").textContent = `${told.at} of ${told.total}`;
    byId("status").textContent = told.over ? "The game is over" : `After ${told.at} of ${told.total} moves`;
    for (const [id, isOff] of [["first", !told.at], ["back", !told.at], ["next", told.at === told.total], ["last", told.at === told.total]])
      byId(id).disabled = isOff;
    const seats = byId("play-on-seat");
    if (!seats.children.length)
      seats.append(...told.table.seats.map((seat, number) => element("option", { value: number }, seat.title)));
    byId("play-on").hidden = told.over;
  } catch (error) { say(reasonOf(error)); }
}

function beginReplay() {
  const steps = { first: () => 0, back: () => wanted - 1, next: () => wanted + 1, last: () => told.total };
  for (const [id, where] of Object.entries(steps)) byId(id).addEventListener("click", () => goTo(where()));
  byId("at").addEventListener("input", (event) => goTo(Number(event.target.value)));
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!step || !told || event.target.matches("input, select, textarea, pre, ol")) return;
    goTo(steps[step]());
    event.preventDefault();
  });
  byId("play-on").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await send(`${base}/play`, { at: told.at, seat: Number(byId("play-on-seat").value) });
      location.href = answer.address;
    } catch (error) { say(reasonOf(error)); }
  });
  goTo(0);
}

if (isReplay) beginReplay(); else beginPlaying();
