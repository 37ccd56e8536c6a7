// Charts of a deck: what `deck stats` counts, drawn as SVG that takes its colours from the page.

import { element, svg as shape } from "/static/studio.js";


/** The curve and the classes of a deck, as figures; `setup` says what the game calls them. */
export function charts(stats, setup) {
  const figures = [];
  if (stats.curve) figures.push(figure(`Cards by ${setup.budget}`, curve(stats, setup), curveWords(stats, setup), legend(stats, setup)));
  if (stats.classes?.length) figures.push(classes(stats, setup));
  return figures;
}

function figure(title, picture, words, ...more) {
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `${title}: ${words}`);
  return element("figure", { class: "chart" }, element("figcaption", {}, title), picture, ...more);
}

const named = (setup) => setup.group ?? "class";
const classNumber = (name, setup) => {
  const at = setup.classes.indexOf(name);
  return at < 0 ? "other" : String(at % 4);
};

function curveWords(stats, setup) {
  return stats.curve.filter((bar) => bar.cards).map((bar) => `${bar[setup.budget]}: ${bar.cards}`).join(", ") || "none";
}

function curve(stats, setup) {
  const width = 320, height = 150, foot = 22, head = 16;
  const most = Math.max(1, ...stats.curve.map((bar) => bar.cards));
  const slot = width / Math.max(stats.curve.length, 1);
  const wide = Math.min(44, slot * 0.72);
  const picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "curve" });
  stats.curve.forEach((bar, number) => {
    const middle = slot * (number + 0.5);
    let top = height - foot;
    const parts = bar.classes ?? [{ cards: bar.cards }];
    for (const part of parts) {
      const tall = ((height - foot - head) * part.cards) / most;
      top -= tall;
      picture.append(shape("rect", { x: middle - wide / 2, y: top, width: wide, height: Math.max(tall - 1, 0.5), class: `class-${classNumber(part[named(setup)], setup)}` }));
    }
    if (bar.cards) picture.append(shape("text", { x: middle, y: top - 4, class: "count" }, String(bar.cards)));
    picture.append(shape("text", { x: middle, y: height - 6, class: bar.legal ? "label" : "label odd" }, `${bar[setup.budget]}${bar.legal ? "" : "!"}`));
  });
  picture.append(shape("line", { x1: 0, y1: height - foot + 0.5, x2: width, y2: height - foot + 0.5, class: "axis" }));
  return picture;
}

function legend(stats, setup) {
  if (!stats.classes) return "";
  const used = stats.classes.filter((share) => share.cards);
  return element("ul", { class: "legend" }, ...used.map((share) => {
    const swatch = shape("svg", { viewBox: "0 0 10 10", class: "swatch", "aria-hidden": "true" },
      shape("rect", { width: 10, height: 10, class: `class-${classNumber(share[named(setup)], setup)}` }));
    return element("li", {}, swatch, share[named(setup)] ?? `no ${named(setup)}`);
  }));
}

function classes(stats, setup) {
  const whole = Math.max(1, stats.cards);
  const rows = stats.classes.filter((share) => share.known || share.cards).map((share) => {
    const part = share.cards / whole;
    const bar = shape("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "bar", "aria-hidden": "true" },
      shape("rect", { width: 100 * part, height: 10, class: `class-${classNumber(share[named(setup)], setup)}` }));
    const points = share.points === undefined ? [] : [element("td", {}, String(share.points))];
    return element("tr", {}, element("th", { scope: "row" }, share[named(setup)] ?? `no ${named(setup)}`), element("td", { class: "wide" }, bar),
      element("td", {}, `${share.cards}`), element("td", {}, `${Math.round(part * 100)} %`), ...points);
  });
  const hasPoints = stats.classes[0]?.points !== undefined;
  const head = element("tr", {}, element("th", { scope: "col" }, named(setup)), element("td", {}),
    element("th", { scope: "col" }, "cards"), element("th", { scope: "col" }, "share"), ...(hasPoints ? [element("th", { scope: "col" }, "points")] : []));
  return element("figure", { class: "chart" }, element("figcaption", {}, `Cards by ${named(setup)}`),
    element("table", { class: "numbers" }, element("thead", {}, head), element("tbody", {}, ...rows)));
}

/** Sample hands and their odds. */
export function hands(report) {
  return report.players.map((player) => {
    const shown = player.hands.map((hand, number) => element("div", { class: "hand" }, element("h4", {}, `Hand ${number + 1}`),
      element("ol", {}, ...hand.flatMap((turn, at) => turn.map((card) => element("li", { class: card.playable ? "playable" : "" },
        element("span", { class: "kind" }, card.kind), ` ${card.name}`, at ? element("span", { class: "quiet" }, ` turn ${at + 1}`) : card.playable ? element("span", { class: "quiet" }, " ✓ playable") : ""))))));
    const share = (odd) => (odd.is_share ? `${(100 * odd.exact).toFixed(1)} %` : odd.exact.toFixed(2));
    const table = element("table", { class: "numbers" }, element("tbody", {}, ...player.odds.map((odd) =>
      element("tr", {}, element("th", { scope: "row" }, odd.words), element("td", {}, share(odd))))));
    const [first] = player.odds;
    const odds = element("details", {}, element("summary", {}, first ? `${first.words}: ${share(first)}; all odds` : "No odds"), table);
    return element("section", { class: "player" }, element("h3", {}, `${player.who}: ${player.draws} cards`), element("div", { class: "hand-row" }, ...shown), odds);
  });
}
