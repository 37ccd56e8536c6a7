// Draws a table as the studio tells it: groups of places, with the cards that lie there.
import { at, button, element, faceAddress } from "/static/studio.js";

const SMALL = 200;

function image(picture, name, width = SMALL) {
  const made = element("img", { src: `${faceAddress(picture.face)}?w=${width}`, alt: name, draggable: "false" });
  made.style.aspectRatio = String(picture.ratio);
  return made;
}

/** A card as it lies: a button where moves name it, for then they are offered. */
function card(lying, table) {
  if (!lying.word && !lying.picture) return element("span", { class: "card slot" }, lying.name, ...lying.notes);
  const about = [lying.name, ...lying.notes, lying.copies > 1 ? `${lying.copies} copies` : ""].filter(Boolean).join(", ");
  const isNamed = table.named.has(lying.word);
  const made = button(() => table.choose(lying), { class: `card${isNamed ? " named" : ""}`, "data-word": lying.word, "aria-label": about, "aria-pressed": isNamed ? String(table.chosen === lying.word) : null });
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
  row.append(...place.cards.map((lying) => card(lying, table)));
  if (!row.children.length) row.append(element("span", { class: "none" }, "none"));
  made.append(row);
  return made;
}

function facts(pairs) {
  return element("dl", { class: "facts" }, ...pairs.map(([label, value]) =>
    element("div", {}, element("dt", {}, label), " ", element("dd", {}, value))));
}

/** What is inside of a group, in order: a hand comes last, but one's own first, for it is played from. */
function inside(group, table, isOwn = false) {
  const parts = [];
  if (group.facts.length) parts.push(facts(group.facts));
  const hands = group.zones.filter((place) => place.is_hand);
  const others = group.zones.filter((place) => !place.is_hand);
  if (isOwn) parts.push(...hands.map((place) => zone(place, table)));
  if (others.length) parts.push(element("div", { class: "zones" }, ...others.map((place) => zone(place, table))));
  if (group.groups.length)
    parts.push(element("div", { class: "groups" }, ...group.groups.map((one) =>
      element("div", { class: one.zones.length || one.facts.length ? "group" : "group outer" }, element("h4", {}, one.title), ...inside(one, table)))));
  if (!isOwn) parts.push(...hands.map((place) => zone(place, table)));
  return parts;
}

function seat(group, title, kind, table) {
  return element("section", { class: `seat-area ${kind}`, "aria-label": title },
    element("h3", {}, title), ...inside(group, table, kind === "mine"));
}

/** Lays the table anew. ``table``: which words moves name, which is chosen, and what is done when one is. */
export function lay(told, table) {
  const { seats, table: middle } = told.table;
  const title = (number) => {
    const name = seats[number].title;
    return `${name[0].toUpperCase()}${name.slice(1)}${number === told.you ? " (you)" : ""}`;
  };
  const others = seats.map((group, number) => [group, number]).filter(([, number]) => number !== told.you);
  at("others").replaceChildren(...others.map(([group, number]) => seat(group, title(number), "other", table)));
  at("table").replaceChildren(...inside(middle, table));
  const own = at("own");
  own.replaceChildren(...(told.you === null ? [] : [seat(seats[told.you], title(told.you), "mine", table)]));
  at("heading").textContent = told.heading;
  at("drawing").textContent = told.drawing;
  if (told.drawn) at("text").open = true;
  layLog(told.log);
  layResult(told.result);
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
