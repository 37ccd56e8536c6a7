// Draws a table as the studio tells it: groups of places, with the cards that lie there.
import { area, withoutPlaced, zonesIn } from "/static/play_area.js";
import { at, button, element, faceAddress } from "/static/studio.js";

const SMALL = 200;

function image(picture, name, width = SMALL) {
  const made = element("img", { src: `${faceAddress(picture.face)}?w=${width}`, alt: name, draggable: "false" });
  made.style.aspectRatio = String(picture.ratio);
  return made;
}

/** A card as it lies: a button where moves name it, for then they are offered. */
function card(lying, table, isHeld = false, isAlone = false) {
  if (!lying.word && !lying.picture) return element("span", { class: "card slot" }, lying.name, ...lying.notes);
  const about = [lying.name, ...lying.notes, lying.copies > 1 ? `${lying.copies} copies` : ""].filter(Boolean).join(", ");
  const isNamed = table.named.has(lying.word);
  const isTarget = table.targets.has(lying.word);
  const made = button(() => table.choose(lying), { class: `card${isNamed && (isHeld || !table.held.has(lying.word)) ? " named" : ""}${isTarget ? " target" : ""}`, "data-word": lying.word, "data-name": lying.name, "aria-label": about, "aria-pressed": isNamed ? String(table.chosen === lying.word) : null, title: (isNamed && table.sentence(lying.word)) || null, draggable: isNamed ? "true" : null });
  made.append(lying.picture ? image(lying.picture, "") : element("span", { class: "words" }, lying.name));
  if (lying.picture) made.style.setProperty("--share", String(lying.picture.share));
  if (lying.copies > 1) made.append(element("span", { class: "copies" }, `×${lying.copies}`));
  if (isAlone) made.append(...notesOf(lying));
  else made.append(...lying.notes.map((note) => element("span", { class: "note" }, note)));
  if (isAlone || !lying.beside.length) return made;
  return element("span", { class: "with" }, made, ...lying.beside.map((other) => card(other, table)));
}

/** What is noted of a card on a board, on one line: on a small card its numbers alone, as moves name them. */
function notesOf({ notes }) {
  if (!notes.length) return [];
  const numbers = notes.map((note) => note.match(/\d+/)?.[0]);
  const isBrief = numbers.every(Boolean);
  return [element("span", { class: `note${isBrief ? " full" : ""}` }, notes.join(", ")), isBrief ? element("span", { class: "note brief" }, numbers.join("/")) : ""];
}

/** Cards that lie face down: their back, and how many they are. */
function pile(place) {
  const made = element("span", { class: "card pile", "data-pile": `${place.owner ?? ""} ${place.label}`, "data-owner": place.owner ?? "", "data-count": place.hidden });
  made.append(place.back ? image(place.back, `${place.hidden} face down`) : element("span", { class: "words" }, "face down"));
  if (place.back) made.style.setProperty("--share", String(place.back.share));
  made.append(element("span", { class: "copies" }, String(place.hidden)));
  return made;
}

/** A zone among others. `isPiled`: of open cards that no move names only the uppermost is shown. */
function zone(place, table, isPiled = false) {
  const open = place.cards.reduce((sum, lying) => sum + lying.copies, 0);
  const count = place.hidden + open;
  const title = element("h4", {}, place.label, " ", element("span", { class: "count" }, count ? String(count) : ""));
  const made = element("div", { class: `zone${place.is_hand ? " hand" : ""}${place.cards.length > 8 && !place.is_hand && !place.cards.some((lying) => lying.notes.length) ? " many" : ""}`, "data-owner": place.owner ?? "" }, title);
  const row = element("div", { class: "row" });
  if (place.hidden) row.append(pile(place));
  const isPile = isPiled && place.label !== "hand" && place.cards.length > 1 && !place.cards.some((lying) => isWanted(lying, table));
  row.append(...(isPile ? place.cards.slice(-1) : place.cards).map((lying) => card(isPile ? { ...lying, copies: 1 } : lying, table, place.is_hand)));
  if (isPile) row.append(wholeOf(place, open, table));
  if (!row.children.length) row.append(element("span", { class: "none" }, "none"));
  made.append(row);
  return made;
}

/** Whether a card on the table is one that a move names, and not one in the hand of the same word. */
const isWanted = (lying, table) => table.targets.has(lying.word) || (table.named.has(lying.word) && !table.held.has(lying.word));

const wholeOf = (place, count, table) =>
  button(() => lookThrough(place, table), { class: "copies whole", "aria-label": `All ${count} cards of ${place.label}` }, String(count));

function facts(pairs) {
  return element("dl", { class: "facts" }, ...pairs.map(([label, value]) =>
    element("div", {}, element("dt", {}, label), " ", element("dd", {}, value))));
}

/** What is inside of a group, in order: a hand comes last. */
function inside(group, table, isPiled = false) {
  const parts = [];
  if (group.facts.length) parts.push(facts(group.facts));
  const hands = group.zones.filter((place) => place.is_hand);
  const others = group.zones.filter((place) => !place.is_hand);
  if (others.length) parts.push(element("div", { class: "zones" }, ...others.map((place) => zone(place, table, isPiled))));
  if (group.groups.length) parts.push(element("div", { class: "groups" }, ...group.groups.map((one) => part(one, table))));
  parts.push(...hands.map((place) => zone(place, table)));
  return parts;
}

/** A lane, a district: where a chosen card can be played, it is a place to click or to drop it. */
function part(group, table) {
  if (group.facts.length && !group.zones.length && !group.groups.length)
    return element("p", { class: "line" }, `${group.title}: ${group.facts.map((pair) => pair.join(" ")).join(", ")}`);
  const isPlace = table.isPlace(group);
  const made = element("div", { class: `${group.zones.length || group.facts.length ? "group" : "group outer"}${isPlace ? " place" : ""}`, "data-place": isPlace ? group.word : null },
    element("h4", {}, group.title), ...inside(group, table));
  if (isPlace) made.firstChild.replaceWith(element("h4", {}, button(() => table.aim(group.word), { class: "plain here" }, group.title)));
  return made;
}

function seat(group, title, kind, table, areas) {
  return element("section", { class: `seat-area ${kind}`, "aria-label": title },
    element("h3", {}, title), ...areas, ...inside(group, table, table.isPiled));
}

/** Lays the table anew. ``table``: which words moves name, which is chosen, and what is done when one is. */
export function lay(told, table) {
  const { seats, table: middle, middle: board, grounds } = told.table;
  table.isPiled = Boolean(board && !grounds.length);
  const before = places();
  const title = (number) => {
    const name = seats[number].title;
    const side = told.seats?.[number]?.side ?? name;
    return `${name[0].toUpperCase()}${name.slice(1)}${number === told.you ? " (you)" : ""}${side === name ? "" : `, ${side}`}`;
  };
  const placed = [middle, ...seats].flatMap(zonesIn).filter(([place]) => place.spot);
  const drawn = drawing(table, told.you, placed);
  const areaOf = (ground, number) => (ground ? [area(ground, placed.filter(([place]) => place.spot.seat === number), drawn)] : []);
  const place = (number, kind) => {
    const rest = withoutPlaced({ ...seats[number], zones: seats[number].zones.filter((one) => number !== told.you || !one.is_hand) });
    return seat(rest ?? { ...seats[number], zones: [], groups: [], facts: [] }, title(number), kind, table, areaOf(grounds[number], number));
  };
  const others = seats.map((_, number) => number).filter((number) => number !== told.you);
  // Who looks at a game again sees all hands: they need the room beside the board.
  const isSeat = told.you !== null;
  at("surface").className = grounds.length ? "mats" : board && isSeat ? "one-board" : "flows";
  at("surface").classList.toggle("all-hands", !isSeat);
  at("surface").classList.toggle("for-two", isSeat && seats.length === 2);
  // Two mats fit side by side, with a smaller board between them.
  const abreast = isSeat && grounds.length === 2 && grounds[0].picture && (!board || board.width < grounds[0].width) ? [grounds[0], ...(board ? [board] : []), grounds[1]] : [];
  at("surface").classList.toggle("abreast", abreast.length > 0);
  at("surface").style.setProperty("--columns", abreast.map((one) => `minmax(0, ${one.width}fr)`).join(" "));
  at("surface").style.setProperty("--rows", board ? '"others table own"' : '"table table" "others own"');
  at("others").replaceChildren(...others.map((number) => place(number, "other")));
  at("table").replaceChildren(...areaOf(board, null), ...inside(board || grounds.length ? besides(withoutPlaced(middle)) : middle, table));
  // What one may take out of a stack of one's own lies beside the hand.
  const inPlay = new Set(isSeat ? seats[told.you].zones.filter((one) => one.spot?.lies !== "stack").flatMap((one) => one.cards.map((lying) => lying.word)) : []);
  const isOffered = (one) => one.spot?.lies === "stack" && one.owner === told.you && one.cards.some((lying) => isWanted(lying, table) && !inPlay.has(lying.word));
  const hands = told.you === null ? [] : seats[told.you].zones.filter((one) => one.is_hand || isOffered(one));
  at("own").replaceChildren(...(told.you === null ? [] : [place(told.you, "mine")]));
  at("hand").replaceChildren(...hands.map((one) => zone({ ...one, label: `Your ${one.label}` }, table)));
  at("dock").hidden = !hands.length;
  at("game").style.setProperty("--dock", `${at("dock").offsetHeight}px`);
  at("heading").textContent = told.heading;
  at("drawing").textContent = told.drawing;
  if (told.drawn && !board) at("text").open = true;
  layLog(told.log);
  layResult(told.result);
  move(before, !told.log.some((entry) => entry.move) && told.you !== null);
}

/** What lies beside a board: places that are empty are left out there. */
function besides(group) {
  if (!group) return { zones: [], groups: [], facts: [] };
  return { ...group, zones: group.zones.filter((one) => one.cards.length || one.hidden), groups: group.groups.map(besides) };
}

/** What is drawn on a board, and how: of several places that a move leads to, only one's own is lit. */
function drawing(table, you, placed) {
  const isMine = (place) => place.owner === null || place.owner === you;
  const lit = new Set();
  for (const [place, group] of placed) {
    const isFirst = ![...lit].some((other) => other.group === group);
    if (isMine(place) && !place.cards.some((lying) => !lying.word && lying.picture) && isFirst && table.isPlace(group)) lit.add({ place, group });
  }
  const isLit = new Set([...lit].map(({ place }) => place));
  return {
    pile,
    card: (lying) => card(lying, table, false, true),
    isChosen: (group) => Boolean(group.word) && group.word === table.chosen,
    isPlace: (group, place) => isLit.has(place),
    here: (group) => button(() => table.aim(group.word), { class: "here", title: table.sentence(group.word) }, group.title),
    whole: (place, count) => wholeOf(place, count, table),
  };
}

// Cards go where they lie now; those that were not seen before come from the pile that they were in, and turn over.
// At the beginning all are dealt. Not where the system asks for no motion.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MOVING_MS = 350;
const DEALT_MS = 60;
const MOST_DEALT = 1500;
const MOST_AWAITED = 1500;
let isFirst = true;

/** Where each card and each pile lies: cards by their names, and how many of that name lie before them. */
function places() {
  const found = new Map();
  const counts = new Map();
  for (const made of document.querySelectorAll("#game .card[data-word], #game .card[data-pile]")) {
    const name = made.dataset.marker ?? made.dataset.pile ?? `${made.dataset.word} ${made.dataset.name}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    found.set(`${name} ${count}`, { made, box: made.getBoundingClientRect(), owner: ownerOf(made), isPile: Boolean(made.dataset.pile), size: Number(made.dataset.count) });
  }
  return found;
}

const ownerOf = (made) => made.closest("[data-owner]")?.dataset.owner ?? "";

function slide(made, from, to, isTurned, delay = 0) {
  if (!from || !to.width) return;
  const [x, y, grown] = [from.left - to.left, from.top - to.top, from.width / to.width];
  made.animate([{ transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${grown})${isTurned ? " rotateY(90deg)" : ""}`, zIndex: 5 },
    { transformOrigin: "0 0", transform: "none", zIndex: 5 }], { duration: MOVING_MS, easing: "ease-out", delay, fill: "backwards" });
}

function move(before, isBeginning) {
  const wasFirst = isFirst;
  isFirst = false;
  if (STILL.matches) return;
  const now = places();
  if (wasFirst) {
    if (isBeginning) dealWhenDrawn();
    return;
  }
  // What became less is where the cards came from, that of the same owner first.
  const less = [...before].filter(([key, was]) => was.isPile && was.size > (now.get(key)?.size ?? 0)).map(([, was]) => was);
  const from = (owner) => (less.find((was) => was.owner === owner) ?? less[0] ?? [...before.values()].find((was) => was.isPile))?.box;
  for (const [key, { made, box, owner, isPile, size }] of now) {
    const was = before.get(key);
    if (isPile) {
      const source = less.find((other) => other.owner === owner && other !== was);
      if (was && size > was.size && source) slide(made, source.box, box, false);
    } else if (!was || Math.abs(was.box.left - box.left) > 3 || Math.abs(was.box.top - box.top) > 3) {
      slide(made, was?.box ?? (made.dataset.marker ? null : from(owner)), box, !was);
    }
  }
}

function onceTouched(action) {
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, action, { once: true, capture: true });
}

/** Waits a moment for the pictures of the cards, and deals them. */
async function dealWhenDrawn() {
  at("game").classList.add("undealt");
  let isSkipped = false;
  const pictures = [...document.querySelectorAll("#game .card img")].map((image) => image.decode().catch(() => null));
  await Promise.race([Promise.all(pictures), new Promise((done) => {
    setTimeout(done, MOST_AWAITED);
    onceTouched(() => { isSkipped = true; done(); });
  })]);
  at("game").classList.remove("undealt");
  if (!isSkipped) deal([...places().values()]);
}

/** Deals all cards from the largest pile to where they lie; any key or click ends it. */
function deal(all) {
  const piles = all.filter((one) => one.isPile).sort((one, other) => other.size - one.size);
  const from = piles[0]?.box;
  const dealt = all.filter((one) => one !== piles[0] && !one.made.dataset.marker);
  const step = Math.min(DEALT_MS, MOST_DEALT / Math.max(1, dealt.length));
  dealt.forEach(({ made, box, isPile }, number) => slide(made, from, box, !isPile, number * step));
  onceTouched(() => dealt.forEach(({ made }) => made.getAnimations().forEach((moving) => moving.finish())));
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

/** Shows all cards of an open pile side by side. */
function lookThrough(place, table) {
  const shown = at("closer");
  const shut = button(() => { shown.hidden = true; }, { class: "plain" }, "Close");
  shown.replaceChildren(element("h2", {}, place.label), element("div", { class: "row" }, ...place.cards.map((lying) => card(lying, table))), shut);
  shown.hidden = false;
}
