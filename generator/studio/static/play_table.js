// Draws a table as the studio tells it: groups of places, with the cards that lie there.
import { at, button, element, faceAddress } from "/static/studio.js";

const SMALL = 200;

function image(picture, name, width = SMALL) {
  const made = element("img", { src: `${faceAddress(picture.face)}?w=${width}`, alt: name, draggable: "false" });
  made.style.aspectRatio = String(picture.ratio);
  return made;
}

/** A card as it lies: a button where moves name it, for then they are offered. */
function card(lying, table, isHeld = false) {
  if (!lying.word && !lying.picture) return element("span", { class: "card slot" }, lying.name, ...lying.notes);
  const about = [lying.name, ...lying.notes, lying.copies > 1 ? `${lying.copies} copies` : ""].filter(Boolean).join(", ");
  const isNamed = table.named.has(lying.word);
  const isTarget = table.targets.has(lying.word);
  const made = button(() => table.choose(lying), { class: `card${isNamed && (isHeld || !table.held.has(lying.word)) ? " named" : ""}${isTarget ? " target" : ""}`, "data-word": lying.word, "data-name": lying.name, "aria-label": about, "aria-pressed": isNamed ? String(table.chosen === lying.word) : null, draggable: isNamed ? "true" : null });
  made.append(lying.picture ? image(lying.picture, "") : element("span", { class: "words" }, lying.name));
  if (lying.picture) made.style.setProperty("--share", String(lying.picture.share));
  if (lying.copies > 1) made.append(element("span", { class: "copies" }, `×${lying.copies}`));
  for (const note of lying.notes) made.append(element("span", { class: "note" }, note));
  if (!lying.beside.length) return made;
  return element("span", { class: "with" }, made, ...lying.beside.map((other) => card(other, table)));
}

function zone(place, table) {
  const open = place.cards.reduce((sum, lying) => sum + lying.copies, 0);
  const count = place.hidden + open;
  const title = element("h4", {}, place.label, " ", element("span", { class: "count" }, count ? String(count) : ""));
  const made = element("div", { class: `zone${place.is_hand ? " hand" : ""}${place.cards.length > 8 && !place.is_hand && !place.cards.some((lying) => lying.notes.length) ? " many" : ""}` }, title);
  const row = element("div", { class: "row" });
  if (place.hidden) {
    const pile = element("span", { class: "card pile" });
    pile.append(place.back ? image(place.back, `${place.hidden} face down`) : element("span", { class: "words" }, "face down"));
    if (place.back) pile.style.setProperty("--share", String(place.back.share));
    pile.append(element("span", { class: "copies" }, String(place.hidden)));
    row.append(pile);
  }
  row.append(...place.cards.map((lying) => card(lying, table, place.is_hand)));
  if (!row.children.length) row.append(element("span", { class: "none" }, "none"));
  made.append(row);
  return made;
}

function facts(pairs) {
  return element("dl", { class: "facts" }, ...pairs.map(([label, value]) =>
    element("div", {}, element("dt", {}, label), " ", element("dd", {}, value))));
}

/** What is inside of a group, in order: a hand comes last. */
function inside(group, table) {
  const parts = [];
  if (group.facts.length) parts.push(facts(group.facts));
  const hands = group.zones.filter((place) => place.is_hand);
  const others = group.zones.filter((place) => !place.is_hand);
  if (others.length) parts.push(element("div", { class: "zones" }, ...others.map((place) => zone(place, table))));
  if (group.groups.length) parts.push(element("div", { class: "groups" }, ...group.groups.map((one) => part(one, table))));
  parts.push(...hands.map((place) => zone(place, table)));
  return parts;
}

/** A lane, a district: where a chosen card can be played, it is a place to click or to drop it. */
function part(group, table) {
  const isPlace = table.isPlace(group);
  const made = element("div", { class: `${group.zones.length || group.facts.length ? "group" : "group outer"}${isPlace ? " place" : ""}`, "data-place": isPlace ? group.word : null },
    element("h4", {}, group.title), ...inside(group, table));
  if (isPlace) made.firstChild.replaceWith(element("h4", {}, button(() => table.aim(group.word), { class: "plain here" }, group.title)));
  return made;
}

function seat(group, title, kind, table) {
  return element("section", { class: `seat-area ${kind}`, "aria-label": title },
    element("h3", {}, title), ...inside(group, table));
}

/** Lays the table anew. ``table``: which words moves name, which is chosen, and what is done when one is. */
export function lay(told, table) {
  const { seats, table: middle } = told.table;
  const before = places();
  const title = (number) => {
    const name = seats[number].title;
    const bot = told.seats?.[number]?.bot;
    return `${name[0].toUpperCase()}${name.slice(1)}${number === told.you ? " (you)" : bot ? `, played by ${bot}` : ""}`;
  };
  const others = seats.map((group, number) => [group, number]).filter(([, number]) => number !== told.you);
  at("others").replaceChildren(...others.map(([group, number]) => seat(group, title(number), "other", table)));
  at("table").replaceChildren(...inside(middle, table));
  const mine = told.you === null ? null : seats[told.you];
  const hands = mine ? mine.zones.filter((place) => place.is_hand) : [];
  at("own").replaceChildren(...(mine ? [seat({ ...mine, zones: mine.zones.filter((place) => !place.is_hand) }, title(told.you), "mine", table)] : []));
  at("hand").replaceChildren(...hands.map((place) => zone({ ...place, label: `Your ${place.label}` }, table)));
  at("hand").hidden = !hands.length;
  at("game").style.setProperty("--dock", `${at("hand").offsetHeight}px`);
  at("heading").textContent = told.heading;
  at("drawing").textContent = told.drawing;
  if (told.drawn) at("text").open = true;
  layLog(told.log);
  layResult(told.result);
  move(before);
}

// Cards go where they lie now; those that were not seen before come from a pile, or turn over. Not where the system
// asks for no motion.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MOVING_MS = 350;
let isFirst = true;

/** Where each card lies: by its name, and how many of that name lie before it. */
function places() {
  const found = new Map();
  const counts = new Map();
  for (const made of document.querySelectorAll("#game .card[data-word]")) {
    const name = `${made.dataset.word} ${made.dataset.name}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    found.set(`${name} ${count}`, [made, made.getBoundingClientRect()]);
  }
  return found;
}

function move(before) {
  if (isFirst || STILL.matches) { isFirst = false; return; }
  const pile = document.querySelector("#own .card.pile, #game .card.pile")?.getBoundingClientRect();
  for (const [key, [made, now]] of places()) {
    const was = before.get(key)?.[1];
    const from = was ?? pile;
    if (!from || !now.width) continue;
    const [x, y, grown] = [from.left - now.left, from.top - now.top, from.width / now.width];
    if (was && Math.abs(x) < 3 && Math.abs(y) < 3) continue;
    const turned = was ? "" : " rotateY(90deg)";
    made.animate([{ transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${grown})${turned}`, zIndex: 5 }, { transformOrigin: "0 0", transform: "none", zIndex: 5 }], { duration: MOVING_MS, easing: "ease-out" });
  }
}

function layLog(entries) {
  const log = at("log");
  log.replaceChildren(...entries.map((entry) => element("li", {},
    entry.move ? element("p", { class: "made" }, element("span", { class: "number" }, String(entry.number)), " ",
      element("span", { class: "who" }, entry.who), " ", element("code", {}, entry.move)) : "",
    ...entry.lines.map((line) => element("p", {}, line)))));
  if (!entries.length) log.append(element("li", { class: "none" }, "No moves yet."));
  log.scrollTop = log.scrollHeight;
}

function layResult(result) {
  const place = at("result");
  place.hidden = !result;
  if (!result) return;
  place.replaceChildren(element("h2", {}, result.heading), ...result.lines.map((line) => element("p", {}, line)),
    element("table", {}, element("tbody", {}, ...result.scores.map((one) =>
      element("tr", {}, element("th", { scope: "row" }, one.name), element("td", {}, String(one.score)))))));
}

/** Shows a card as large as there is room. */
export function lookCloser(lying) {
  const place = at("closer");
  place.hidden = !lying;
  if (!lying) return;
  const shut = button(() => { place.hidden = true; }, { class: "plain" }, "Close");
  place.replaceChildren(element("h2", {}, lying.name), lying.picture ? image(lying.picture, lying.name, 640) : "",
    ...lying.notes.map((note) => element("p", {}, note)), shut);
}
