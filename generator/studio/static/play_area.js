// The board or mat that a game says it is played on, with what lies there, in mm: it is as large as there is room.
import { element, faceAddress } from "/static/studio.js";

const AIR = 3;
const BESIDE = 14;
const FANNED = 0.16;
const SHARP = 1600;
const SMALL = 30;

/** All zones of a group and of those in it, each with the group that it is in. */
export function zonesIn(group) {
  return [...group.zones.map((place) => [place, group]), ...group.groups.flatMap(zonesIn)];
}

/** The group without what lies on the board; null where nothing else is in it. */
export function withoutPlaced(group) {
  const rest = { ...group, zones: group.zones.filter((place) => !place.spot), groups: group.groups.map(withoutPlaced).filter(Boolean) };
  const was = group.zones.length + group.groups.length;
  return was && !rest.zones.length && !rest.groups.length && !rest.facts.length ? null : rest;
}

const lengths = (names) => (values) => Object.fromEntries(names.map((name, number) => [name, `calc(${+values[number].toFixed(2)} * var(--mm))`]));
const boxStyle = lengths(["left", "top", "width", "height"]);

function setStyle(made, values) {
  Object.assign(made.style, values);
  return made;
}

/** How large a card is as it lies, in mm, with no more than there is room for across. */
function sizeOf(picture, spot) {
  const upright = picture ? [picture.width, picture.width / picture.ratio] : [63.5, 88.9];
  const [width, height] = spot.turn % 180 ? [upright[1], upright[0]] : upright;
  const [, , wide, high] = spot.box;
  const isAcross = spot.lies === "down" || spot.lies === "up";
  const room = spot.lies === "rows" ? 1 : spot.lies === "stack" ? Math.min(wide / width, high / height) : isAcross ? wide / width : high / height;
  const share = Math.min(1, room);
  return [width * share, height * share];
}

/** Where each of so many cards lies in a box: left and top, in mm. */
function spread(count, [width, height], spot) {
  const [, , wide, high] = spot.box;
  if (spot.lies === "stack") return Array.from({ length: count }, () => [(wide - width) / 2, (high - height) / 2]);
  if (spot.lies === "rows") {
    const across = Math.max(1, Math.floor((wide + AIR / 2) / (width + AIR / 2)));
    const down = Math.ceil(count / across);
    const pitch = Math.min(height + AIR, down > 1 ? (high - height) / (down - 1) : high);
    return Array.from({ length: count }, (_, number) => [(number % across) * (width + AIR / 2), Math.floor(number / across) * pitch]);
  }
  const isAcross = spot.lies === "down" || spot.lies === "up";
  const [own, room, cross] = isAcross ? [height, high, (wide - width) / 2] : [width, wide, (high - height) / 2];
  const usual = isAcross ? own * FANNED : own + AIR;
  const pitch = Math.min(spot.step ?? usual, count > 1 ? Math.max((room - own) / (count - 1), 2) : own);
  const isBack = spot.lies === "left" || spot.lies === "up";
  return Array.from({ length: count }, (_, number) => {
    const at = isBack ? room - own - number * pitch : number * pitch;
    return isAcross ? [cross, at] : [at, cross];
  });
}

/** A card in its box. Turned cards have their picture turned inside. */
function lay(made, [x, y], [width, height], spot) {
  setStyle(made, boxStyle([x, y, width, height]));
  made.classList.add("laid");
  made.classList.toggle("small", width < SMALL);
  const image = made.querySelector("img");
  if (spot.turn && image) {
    const isSideways = spot.turn % 180;
    setStyle(image, { position: "absolute", left: "50%", top: "50%", transform: `translate(-50%, -50%) rotate(${spot.turn}deg)`,
      ...(isSideways ? lengths(["width", "height"])([height, width]) : {}) });
  }
  return made;
}

/** A zone in its box. `draw`: what makes a card, a pile of hidden ones, and what a click on an empty place does. */
function zone(place, group, draw) {
  const { spot } = place;
  const isStack = spot.lies === "stack" && place.cards.length > 0;
  const cards = isStack ? place.cards.slice(-1) : place.cards;
  const open = place.cards.reduce((sum, lying) => sum + lying.copies, 0);
  const count = place.hidden + open;
  const pieces = place.hidden ? [[draw.pile(place), place.back]] : [];
  for (const lying of cards) {
    const made = draw.card(isStack ? { ...lying, copies: 1 } : lying);
    // A marker is the same one wherever on its track it lies.
    if (!lying.word && lying.picture) made.dataset.marker = `${group.title} ${place.label}`;
    pieces.push([made, lying.picture ?? cards[0].picture]);
    for (const beside of lying.beside) pieces.push([draw.card(beside), beside.picture, true]);
  }
  const sizes = pieces.map(([, picture]) => sizeOf(picture, spot));
  const where = spread(pieces.length, sizes[0] ?? [0, 0], spot);
  const name = [group.title, place.label].filter(Boolean).join(", ");
  const isPlace = draw.isPlace(group, place);
  const made = element("div", { class: `spot${isPlace ? " place" : ""}${count ? "" : " empty"}${draw.isChosen(group) ? " chosen" : ""}`, role: "group", "aria-label": `${name}: ${count}`,
    "data-place": isPlace ? group.word : null, "data-owner": place.owner ?? "", title: count > 1 ? `${name}: ${count}` : name });
  setStyle(made, boxStyle(spot.box));
  made.append(element("span", { class: "named-spot" }, place.label));
  if (isPlace) made.append(draw.here(group));
  pieces.forEach(([piece, , isBeside], number) => {
    const [x, y] = where[number];
    // The heads of cards that are fanned away from the viewer are seen where the nearer ones lie on top.
    if (spot.lies === "up") piece.style.zIndex = String(pieces.length - number);
    made.append(lay(piece, isBeside ? [x, y + BESIDE] : [x, y], sizes[number], spot));
  });
  if (isStack && open > 1) made.append(draw.whole(place, open));
  return made;
}

/** An area with all zones that lie on it. */
export function area(ground, placed, draw) {
  const made = element("div", { class: `area${ground.picture ? " board" : ""}` });
  made.style.setProperty("--w", ground.width);
  made.style.setProperty("--h", ground.height);
  const inner = element("div", { class: "on-area" });
  if (ground.picture) {
    const board = element("img", { class: "ground", src: `${faceAddress(ground.picture.face)}?w=${SHARP}`, alt: "", draggable: "false" });
    setStyle(board, { ...boxStyle(ground.at), ...(ground.is_turned ? { transform: "rotate(180deg)" } : {}) });
    inner.append(board);
  }
  inner.append(...placed.map(([place, group]) => zone(place, group, draw)));
  made.append(inner);
  return element("div", { class: "on-table" }, made);
}
