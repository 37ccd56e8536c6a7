// Where elements lie on a card and what moves them: matrices, boxes, snapping, and attributes from movements.

const NUMBER = /^\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*(mm|cm|in|pt)?\s*$/i;
const MM = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72 };
const TRANSLATE = /^\s*translate\(\s*([-+]?[\d.]+)(?:[\s,]+([-+]?[\d.]+))?\s*\)/;
const GRID = 0.1; // mm that places are rounded to, unless they snap to something
export const LOCKED_IN = "worked out by the template";

export const apply = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

export function inverse([a, b, c, d, e, f]) {
  const det = a * d - b * c;
  return det ? [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det] : undefined;
}

/** A way, without where it begins. */
export const along = ([a, b, c, d], [x, y]) => [a * x + c * y, b * x + d * y];

export function corners({ matrix, box: [x, y, width, height] }) {
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map((point) => apply(matrix, point));
}

/** The upright box around spots, as left, top, right, bottom. */
export function bounds(spots) {
  const points = spots.flatMap(corners);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The numbers of the tags whose elements lie at a point: the smallest first, of two alike that in front. */
export function hits(spots, point, slack) {
  const found = new Map();
  for (const [order, spot] of spots.entries()) {
    const back = inverse(spot.matrix);
    if (!back) continue;
    const [x, y] = apply(back, point);
    const [left, top, width, height] = spot.box;
    if (x < left - slack || x > left + width + slack || y < top - slack || y > top + height + slack) continue;
    const [a, b, c, d] = spot.matrix;
    const area = Math.max(width, slack) * Math.max(height, slack) * Math.abs(a * d - b * c);
    const known = found.get(spot.tag);
    if (!known || area < known.area) found.set(spot.tag, { area, order });
  }
  return [...found].sort(([, one], [, other]) => one.area - other.area || other.order - one.order).map(([tag]) => tag);
}

/** A length of an attribute in mm, with its unit; nothing where it is no plain one. */
export function length(tag, name, usual = "0") {
  const given = tag.attributes[name];
  if (!given && !tag.clear) return undefined;
  if (given && given.state !== "plain") return undefined;
  const [, number, unit = ""] = NUMBER.exec(given ? given.text : usual) ?? [];
  return number === undefined ? undefined : { value: Number(number) * MM[unit.toLowerCase() || "mm"], unit };
}

export function written(value, unit, isExact) {
  const rounded = isExact ? Math.round(value * 100) / 100 : Math.round(value / GRID) * GRID;
  const shown = unit && unit.toLowerCase() !== "mm" ? rounded / MM[unit.toLowerCase()] : rounded;
  return `${Number(shown.toFixed(unit && unit.toLowerCase() !== "mm" ? 4 : 2))}${unit}`;
}

/** How an element is moved: the attributes for each way; or why it is not. */
export function waysOf(tag, words) {
  if (tag.part) return { why: "A stack places it: what comes before it, and the stack itself, decide where it goes." };
  if (!tag.sure) return { why: "It is not certain that this line draws it, so it is changed in the text." };
  if (tag.drawn > 1) return { why: `It is drawn ${tag.drawn} times on this card, so it is not moved here; what you set below changes all of them.` };
  const known = words[tag.words] ?? {};
  for (const [across, down] of [[["cx"], ["cy"]], [["x1", "x2"], ["y1", "y2"]], [["x"], ["y"]]]) {
    const isOwn = across.every((name) => name in known) && (tag.name !== "g" || "x" in tag.attributes || "y" in tag.attributes);
    if (isOwn) return { across: plain(tag, across), down: plain(tag, down) };
  }
  const { transform } = tag.attributes;
  if (tag.name === "card") return { why: "The card itself: move what is inside it." };
  if (transform ? transform.state === "plain" && TRANSLATE.test(transform.text) : tag.clear) return { transform: true };
  return { why: `Its place is ${LOCKED_IN}.` };
}

const plain = (tag, names) => (names.every((name) => length(tag, name)) ? names : undefined);

/** The attributes after an element has moved by so many mm on the card. */
export function moved(tag, spot, ways, by, isExact) {
  const values = {};
  if (ways.transform) {
    const [dx, dy] = along(inverse(spot.outer) ?? [1, 0, 0, 1, 0, 0], by);
    const given = tag.attributes.transform?.text ?? "";
    const [whole = "", x = "0", y = "0"] = TRANSLATE.exec(given) ?? [];
    values.transform = `translate(${written(Number(x) + dx, "", isExact)} ${written(Number(y) + dy, "", isExact)})${given.slice(whole.length)}`;
    return values;
  }
  const way = along(inverse(spot.matrix) ?? [1, 0, 0, 1, 0, 0], by);
  for (const [names, distance] of [[ways.across, way[0]], [ways.down, way[1]]]) {
    if (!names || Math.abs(distance) < 0.005) continue;
    for (const name of names) {
      const { value, unit } = length(tag, name);
      values[name] = written(value + distance, unit, isExact);
    }
  }
  return values;
}

/** The handles of an element: each with its place in the element's own coordinates and what a pull on it does. */
export function handlesOf(tag, spot, ways) {
  const [x, y, width, height] = spot.box;
  const names = tag.attributes;
  const can = (name, usual) => length(tag, name, usual);
  if (ways.why) return [];
  if ("x1" in names || "x2" in names || tag.name === "line" || tag.name === "arrow") {
    return ["1", "2"].filter((end) => can(`x${end}`) && can(`y${end}`)).map((end) => ({
      at: [can(`x${end}`).value, can(`y${end}`).value], name: `end ${end}`, pull: { [`x${end}`]: [1, 0], [`y${end}`]: [0, 1] },
    }));
  }
  if (names.r && can("r")) return sides(x, y, width, height, "r", "r", can("r"), can("r"));
  if (names.rx && tag.name === "ellipse") return sides(x, y, width, height, "rx", "ry", can("rx"), can("ry"));
  if (!("width" in names)) return [];
  const wide = can("width");
  const high = names.height ? can("height") : tag.clear && { value: height, unit: "" };
  const found = [];
  for (const [column, row] of [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]]) {
    const pull = {};
    if (column) {
      if (!wide || (column < 0 && !(ways.across ?? []).includes("x"))) continue;
      pull.width = [column, 0];
      if (column < 0) pull.x = [1, 0];
    }
    if (row) {
      if (!high || (row < 0 && !(ways.down ?? []).includes("y"))) continue;
      pull.height = [0, row];
      if (row < 0) pull.y = [0, 1];
    }
    found.push({ at: [x + (width * (column + 1)) / 2, y + (height * (row + 1)) / 2], pull, name: "size" });
  }
  return found;
}

function sides(x, y, width, height, across, down, canAcross, canDown) {
  return [[-1, 0], [1, 0], [0, -1], [0, 1]].filter(([column]) => (column ? canAcross : canDown)).map(([column, row]) => ({
    at: [x + (width * (column + 1)) / 2, y + (height * (row + 1)) / 2], name: "size", pull: column ? { [across]: [column, 0] } : { [down]: [0, row] },
  }));
}

/** The attributes after a handle was pulled by so many mm on the card. */
export function pulled(tag, spot, handle, by, isExact) {
  const way = along(inverse(spot.matrix) ?? [1, 0, 0, 1, 0, 0], by);
  const values = {};
  for (const [name, [right, down]] of Object.entries(handle.pull)) {
    const distance = right * way[0] + down * way[1];
    if (Math.abs(distance) < 0.005) continue;
    const { value, unit } = length(tag, name, name === "height" ? String(spot.box[3]) : "0") ?? {};
    const isSize = /^(width|height|r|rx|ry)$/.test(name);
    values[name] = written(isSize ? Math.max(value + distance, GRID) : value + distance, unit, isExact);
  }
  return values;
}

/** A tag and where it lies, as they are after attributes have changed, as far as the page knows. */
export function changed({ tag, spot }, values) {
  const attributes = { ...tag.attributes };
  for (const [name, text] of Object.entries(values)) {
    if (text === null) delete attributes[name];
    else attributes[name] = { here: "", ...attributes[name], text, state: "plain" };
  }
  const next = { ...tag, attributes };
  if (!spot) return { tag: next, spot };
  const grown = (name, usual) => {
    const [before, after] = [length(tag, name, usual), length(next, name, usual)];
    return name in values && before && after ? after.value - before.value : 0;
  };
  const ends = (of, way) => ["1", "2"].map((end) => length(of, `${way}${end}`)?.value ?? 0);
  const reach = (way) => ("x1" in attributes ? [Math.min, Math.max].map((edge) => edge(...ends(next, way)) - edge(...ends(tag, way))) : [0, 0]);
  const [x, y, width, height] = spot.box;
  const [[left, right], [top, bottom]] = [reach("x"), reach("y")];
  const across = grown("r") + (tag.name === "ellipse" ? grown("rx") : 0);
  const down = grown("r") + (tag.name === "ellipse" ? grown("ry") : 0);
  const box = [
    x + grown("x") + grown("cx") + left - across, y + grown("y") + grown("cy") + top - down,
    Math.max(width + grown("width", String(width)) + right - left + 2 * across, 0),
    Math.max(height + grown("height", String(height)) + bottom - top + 2 * down, 0),
  ];
  const shift = (of) => (TRANSLATE.exec(of.attributes.transform?.text ?? "") ?? ["", "0", "0"]).slice(1).map((number) => Number(number ?? 0));
  const [[fromX, fromY], [toX, toY]] = [shift(tag), shift(next)];
  const [dx, dy] = along(spot.outer, [toX - fromX, toY - fromY]);
  return { tag: next, spot: { ...spot, box, matrix: [...spot.matrix.slice(0, 4), spot.matrix[4] + dx, spot.matrix[5] + dy] } };
}

/** Lines to snap to: the trim, its middle, the safe zone, and the edges and middles of other elements. */
export function linesOf(spots, chosen, [width, height], safe) {
  const lines = { across: [0, width / 2, width, safe, width - safe], down: [0, height / 2, height, safe, height - safe] };
  for (const spot of spots) {
    if (spot.tag === chosen) continue;
    const { left, top, right, bottom } = bounds([spot]);
    lines.across.push(left, (left + right) / 2, right);
    lines.down.push(top, (top + bottom) / 2, bottom);
  }
  return lines;
}

/** By how much a movement changes so that one of the places meets a line, and that line. */
export function snapped(places, lines, reach) {
  let best;
  for (const place of places) {
    for (const line of lines) {
      const off = line - place;
      if (Math.abs(off) <= reach && (!best || Math.abs(off) < Math.abs(best.off) - 1e-6)) best = { off, line };
    }
  }
  return best;
}
