// How things look: the real faces of pieces, dice, coins, counters and notes. All sizes in mm until they are drawn.

import { element, faceAddress, svg } from "/static/studio.js";
import { isPile, isStack } from "/static/table-model.js";

export const PX = 4;
/** Pixels of a picture for each mm: sharp when one looks closely, and as large as a board may be. */
const SHARP = 5, LARGEST = 1600, SMALLEST = 128;
const SIZES = { die: 20, coin: 25, counter: [46, 24], note: [64, 40] };
const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };
const around = (corners, turn = -90, radius = 47) => Array.from({ length: corners }, (_, at) => {
  const angle = ((turn + (360 * at) / corners) * Math.PI) / 180;
  return `${50 + radius * Math.cos(angle)},${50 + radius * Math.sin(angle)}`;
}).join(" ");
const OUTLINES = { 4: "50,6 96,88 4,88", 8: around(4), 10: "50,4 94,56 50,96 6,56", 12: around(10), 20: around(6) };

/** What the table knows about a card; what is no longer in the game keeps its name and size. */
export function kindOf(kinds, names, card) {
  const kept = names[card];
  return kinds[card] ?? {
    name: kept?.name ?? card.split("/").pop(), list: "no longer in the game", what: kept?.what ?? "cards",
    width: kept?.width ?? 63.5, height: kept?.height ?? 88.9, shape: "rect", looks: {}, gone: true, back: card,
  };
}

export function pictureOf(card, kind, side, width) {
  const wide = width ?? Math.min(LARGEST, Math.max(SMALLEST, Math.round(kind.width * SHARP)));
  return `${faceAddress(`${card}/${side}.png`)}?w=${wide}&l=${kind.looks[side]}`;
}

/** Width and height as it lies there unturned. */
export function sizeOf(thing, look) {
  if (isPile(thing)) {
    const kind = look(thing.top.card);
    return [kind.width, kind.height];
  }
  const size = SIZES[thing.kind];
  return Array.isArray(size) ? size : [size, size];
}

export const isTurned = (thing) => thing.turn % 180 === 90;

/** Width and height of what it covers. */
export function spanOf(thing, look) {
  const [width, height] = sizeOf(thing, look);
  return isTurned(thing) ? [height, width] : [width, height];
}

/** What a thing is called: a card that lies face down is not told. */
export function nameOf(thing, look) {
  if (isPile(thing)) {
    const { top } = thing, kind = look(top.card);
    if (isStack(thing)) return thing.uniform ? kind.name : kind.list;
    return top.up ? kind.name : `face-down card of ${kind.list}`;
  }
  return { die: `d${thing.sides}`, coin: "coin", counter: thing.text || "counter", note: "note" }[thing.kind];
}

/** What a thing is and how it lies, for those who hear it. */
export function labelOf(thing, look) {
  const turned = thing.turn ? `, turned ${thing.turn}°` : "";
  const locked = thing.locked ? ", fixed" : "";
  if (isPile(thing)) {
    const { top } = thing, kind = look(top.card);
    const gone = kind.gone ? ", no longer in the game" : "";
    const shown = top.up ? `${kind.name} on top` : "face down";
    if (isStack(thing)) return `${nameOf(thing, look)}, stack of ${thing.count}, ${shown}${gone}${turned}${locked}`;
    return `${nameOf(thing, look)}${kind.what !== "board" && top.up && kind.looks.back ? ", face up" : ""}${gone}${turned}${locked}`;
  }
  if (thing.kind === "die") return `d${thing.sides} shows ${thing.value}${locked}`;
  if (thing.kind === "coin") return `coin shows ${thing.value ? "heads" : "tails"}${locked}`;
  if (thing.kind === "counter") return `${thing.text || "counter"}: ${thing.value}${locked}`;
  return `note: ${thing.text}${turned}${locked}`;
}

/** The face of a piece; a name where there is no picture. */
export function faceOf(piece, look, width) {
  const kind = look(piece.card);
  const side = piece.up ? "front" : "back";
  if (!kind.looks[side]) {
    const text = kind.gone ? [element("strong", {}, kind.name), element("small", {}, "no longer in the game")] : [side === "back" ? "" : kind.name];
    return element("span", { class: `blank ${side}` }, ...text);
  }
  return element("img", { src: pictureOf(piece.card, kind, side, width), alt: "", draggable: "false", decoding: "async" });
}

/** Brings an element up to date with the thing that it stands for. */
export function dress(made, thing, look) {
  const [width, height] = sizeOf(thing, look), [across, down] = spanOf(thing, look);
  made.style.width = `${across * PX}px`;
  made.style.height = `${down * PX}px`;
  made.setAttribute("aria-label", labelOf(thing, look));
  const face = element("div", { class: "face" });
  face.style.width = `${width * PX}px`;
  face.style.height = `${height * PX}px`;
  face.style.transform = `translate(-50%, -50%) rotate(${thing.turn}deg)`;
  made.className = `thing ${thing.kind}`;
  made.classList.toggle("locked", thing.locked);
  if (isPile(thing)) dressPile(made, face, thing, look);
  else if (thing.kind === "die") face.append(dieOf(thing));
  else if (thing.kind === "coin") face.append(element("span", { class: thing.value ? "heads" : "tails" }, thing.value ? "H" : "T"));
  else if (thing.kind === "counter") dressCounter(face, thing);
  else face.append(element("span", { class: "text" }, thing.text));
  made.replaceChildren(face, ...(isStack(thing) ? [element("span", { class: "count", title: "Drag this to move the whole stack" }, String(thing.count))] : []));
}

function dressPile(made, face, thing, look) {
  const kind = look(thing.top.card);
  made.classList.add(kind.what, `shape-${kind.shape}`);
  const height = thing.count;
  if (height > 1) made.classList.add(height > 20 ? "high" : height > 5 ? "middling" : "low");
  face.append(faceOf(thing.top, look));
}

/** Its signs are for pointers; the menu and the buttons below have the same for all. */
function dressCounter(face, thing) {
  face.append(
    element("span", { class: "step less" }, "−"),
    element("span", { class: "value" }, String(thing.value), element("small", {}, thing.text)),
    element("span", { class: "step more" }, "+"),
  );
}

/** A die as seen from above: pips on a cube, a number on all others. */
export function dieOf({ sides, value }) {
  const body = sides === 6 ? svg("rect", { x: 5, y: 5, width: 90, height: 90, rx: 17, class: "body" }) : svg("polygon", { points: OUTLINES[sides], class: "body" });
  const marks = sides === 6
    ? PIPS[value].map(([x, y]) => svg("circle", { cx: 50 + x * 24, cy: 50 + y * 24, r: 9, class: "mark" }))
    : [svg("text", { x: 50, y: { 4: 74, 10: 67 }[sides] ?? 64, "text-anchor": "middle", "font-size": 40, class: "mark" }, String(value))];
  return svg("svg", { viewBox: "0 0 100 100", class: `d${sides}`, "aria-hidden": "true" }, body, ...marks);
}
