// The gallery: which cards are shown and how, a card large in a dialog, and what is new in the list after a save.

import { at, element, faceAddress, game, on, openButton, placeOf, svg } from "/static/studio.js";

const cards = at("cards");
const tools = at("tools");
const count = at("count");
const dialog = at("large");
const picture = at("large-picture");
const STEP = 40; // pixels: near sizes share a picture
const told = new WeakMap(); // what is told of each card, read once

if (cards) begin();

function begin() {
  sortOut();
  fromAddress();
  apply();
  tools.addEventListener("input", apply);
  tools.addEventListener("submit", (event) => event.preventDefault());
  tools.addEventListener("reset", () => setTimeout(apply));
  addEventListener("resize", later(draw, 200));
  cards.addEventListener("click", (event) => {
    const item = event.target.closest(".open")?.closest("li");
    if (item) open(item);
  });
  dialog.addEventListener("click", (event) => act(event.target.closest("[data-do]")?.dataset.do));
  dialog.addEventListener("close", () => current()?.querySelector(".open").focus());
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const doing = { ArrowLeft: "before", ArrowRight: "after", f: "turn", F: "turn" }[event.key];
    if (!doing) return;
    event.preventDefault();
    act(doing);
  });
  on("saved", (state) => state.game === game && state.renewed !== false && takeOver());
  on("checked", (state) => state.game === game && takeOver());
}

function items() { return [...cards.querySelectorAll("li[data-key]")]; }
function shownItems() { return items().filter((item) => !item.hidden); }
function cardOf(item) {
  const written = item.dataset.card;
  const known = told.get(item);
  if (known?.written === written) return known.card;
  const card = JSON.parse(written);
  told.set(item, { written, card });
  return card;
}

// --- Which cards are shown ---

/** Makes a choice for each field by which cards may be sorted; what was chosen stays. */
function sortOut() {
  const place = at("filters");
  const before = new Map([...place.querySelectorAll("select")].map((select) => [select.dataset.field, select.value]));
  const fields = JSON.parse(at("filter-values").dataset.filters);
  place.replaceChildren(...fields.map(([name, values]) => {
    const select = element("select", { "data-field": name, name: `is-${name}` }, element("option", { value: "" }, "Any"),
      ...values.map((value) => element("option", { value }, value)));
    select.value = values.includes(before.get(name)) ? before.get(name) : "";
    return element("label", {}, element("span", {}, title(name)), select);
  }));
  const found = element("select", { name: "found" }, element("option", { value: "" }, "All cards"), element("option", { value: "yes" }, "With findings"));
  found.value = before.get(undefined) ?? "";
  place.append(element("label", {}, element("span", {}, "Check"), found));
}

function title(name) { return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ").replaceAll("-", " "); }

function apply() {
  filter();
  look();
  toAddress();
}

function filter() {
  const words = tools.elements.find.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const chosen = [...document.querySelectorAll("#filters select[data-field]")].filter((select) => select.value);
  const isFound = tools.elements.found.value === "yes";
  let shown = 0;
  for (const item of items()) {
    const card = cardOf(item);
    const fits = words.every((word) => card.words.includes(word))
      && chosen.every((select) => card.sorting[select.dataset.field] === select.value)
      && (!isFound || card.problems.length > 0);
    item.hidden = !fits;
    shown += fits;
  }
  for (const group of cards.querySelectorAll(".group")) group.hidden = !group.querySelector("li:not([hidden])");
  const all = items().length;
  const told = shown === all ? `${all} designs` : shown ? `${shown} of ${all} designs` : `None of ${all} designs matches`;
  if (count.textContent !== told) count.textContent = told;
  at("all").hidden = shown === all;
}

// --- How they are shown ---

function way() {
  const of = tools.elements;
  const lines = ["bleed", "trim", "safe"].filter((name) => of[name].checked);
  return { seen: of.seen.value, side: of.side.value, size: of.size.value, lines };
}

function look() {
  const how = way();
  cards.className = [`size-${how.size}`, ...how.lines.map((name) => `with-${name}`)].join(" ");
  for (const name of ["bleed", "trim", "safe"]) dialog.classList.toggle(`with-${name}`, how.lines.includes(name));
  draw();
}

/** Sees to it that each card has the picture that is asked for, as large as it is shown. */
function draw() {
  const how = way();
  const widths = items().map((item) => item.clientWidth);
  items().forEach((item, index) => {
    const card = cardOf(item);
    const image = item.querySelector("img");
    place(image, card, card.sides.includes(how.side) ? how.side : "front", widths[index], how, item.dataset.key);
  });
  if (dialog.open) enlarge();
}

function place(image, card, side, width, how, key) {
  const [across, down, bleed] = card.size;
  const beyond = how.lines.length ? 2 * bleed : 0;
  const pixels = Math.min(2000, Math.max(STEP, Math.ceil((width * devicePixelRatio) / STEP) * STEP));
  const address = new URL(faceAddress(`${key}/${side}.png`), location);
  address.searchParams.set("w", pixels);
  if (beyond || how.lines.length) address.searchParams.set("bleed", 1);
  if (how.seen === "low") address.searchParams.set("ink", "low");
  else if (how.seen) address.searchParams.set("sight", how.seen);
  image.dataset.side = side;
  image.width = Math.round((across + beyond) * 10);
  image.height = Math.round((down + beyond) * 10);
  image.alt = side === "back" ? `${card.name}, back` : card.name;
  const frame = image.parentElement;
  guide(frame, how.lines.length ? `#guide-${key.split("/")[0]}-${side}` : "");
  const before = image.src && new URL(image.src);
  const version = before && before.searchParams.get("v");
  if (version) address.searchParams.set("v", version);
  if (!before || before.href !== address.href) image.src = address.href;
}

function guide(frame, name) {
  const there = frame.querySelector("svg");
  if (!name) return there?.remove();
  if (there?.firstChild.getAttribute("href") === name) return;
  there?.remove();
  frame.append(svg("svg", { class: "guide", "aria-hidden": "true" }, svg("use", { href: name })));
}

// --- The address keeps it all, so that nothing is lost when the page is loaded again ---

function controls() { return [...tools.elements].filter((control) => control.name); }

function toAddress() {
  const address = new URL(location);
  address.search = "";
  for (const control of controls()) {
    const isUsual = control.type === "checkbox" ? !control.checked : control.value === usual(control);
    if (!isUsual) address.searchParams.set(control.name, control.type === "checkbox" ? "1" : control.value);
  }
  history.replaceState(null, "", address);
}

function usual(control) { return { side: "front", size: "3" }[control.name] ?? ""; }

function fromAddress() {
  const given = new URL(location).searchParams;
  for (const control of controls()) {
    if (!given.has(control.name)) continue;
    if (control.type === "checkbox") control.checked = true;
    else control.value = given.get(control.name);
    if (control.tagName === "SELECT" && control.selectedIndex < 0) control.value = "";
  }
  if (["seen", "side", "size", "bleed", "trim", "safe"].some((name) => given.has(name))) tools.querySelector(".more").open = true;
}

// --- A card large ---

let key = "";
let turned = "";

function current() { return items().find((item) => item.dataset.key === key); }

function open(item) {
  key = item.dataset.key;
  turned = item.querySelector("img").dataset.side;
  dialog.showModal();
  enlarge(true);
}

function act(doing) {
  if (doing === "close") return dialog.close();
  if (doing === "turn") {
    const sides = cardOf(current()).sides;
    turned = sides[(sides.indexOf(turned) + 1) % sides.length];
    return enlarge(true);
  }
  if (doing === "before" || doing === "after") step(doing === "after" ? 1 : -1);
}

function step(by) {
  const shown = shownItems();
  const here = shown.findIndex((item) => item.dataset.key === key);
  const next = shown[(here + by + shown.length) % shown.length];
  if (!next) return;
  key = next.dataset.key;
  const sides = cardOf(next).sides;
  if (!sides.includes(turned)) turned = "front";
  enlarge(true);
}

function enlarge(isOther = false) {
  const item = current();
  if (!item) return dialog.close();
  const card = cardOf(item);
  const shown = shownItems();
  at("large-name").textContent = card.name;
  const side = card.sides.length > 1 ? `, ${turned}` : "";
  at("large-where").textContent = `${shown.indexOf(item) + 1} of ${shown.length}${side}`;
  dialog.querySelector('[data-do="turn"]').disabled = card.sides.length < 2;
  const how = way();
  const beyond = how.lines.length ? 2 * card.size[2] : 0;
  const stage = dialog.querySelector(".stage");
  const room = [stage.clientWidth - 32, stage.clientHeight - 32];
  const ratio = (card.size[0] + beyond) / (card.size[1] + beyond);
  const width = Math.floor(Math.min(room[0], room[1] * ratio));
  picture.parentElement.style.width = `${width}px`;
  if (isOther) {
    // What is there already is shown until the large one is drawn.
    const small = item.querySelector("img");
    picture.removeAttribute("src");
    if (small.currentSrc && small.dataset.side === turned) picture.src = small.currentSrc;
    picture.dataset.face = key;
  }
  place(picture, card, turned, width, how, key);
  facts(card);
}

function facts(card) {
  const findings = card.problems.map((problem) => element("li", { class: `finding ${problem.severity}` },
    element("strong", {}, title(problem.severity)), " ", problem.message, problem.hint ? element("p", {}, title(problem.hint)) : "",
    element("p", {}, element("code", {}, [problem.file, problem.line, problem.column].filter(Boolean).join(":")), " ", openButton(problem))));
  const [across, down, bleed, safe] = card.size;
  const rows = [["Of", card.list === card.component ? card.component : `${card.component}, ${card.list}`], ["Copies", card.copies],
    ["Size", `${across} × ${down} mm`], ["Bleed", `${bleed} mm`], ["Safe zone", `${safe} mm`]];
  at("large-facts").replaceChildren(
    element("h3", {}, "Check"),
    findings.length ? element("ul", {}, ...findings) : element("p", { class: "fine" }, "✓ Nothing was found on this card."),
    element("h3", {}, "Card"), list(rows), element("h3", {}, "Values"), list(Object.entries(card.values).map(([name, value]) => [title(name), value])),
    element("h3", {}, "File"), element("p", { class: "place" }, card.place, " ", openButton(placeOf(card.place))),
    element("p", {}, element("a", { href: `/${game}/cards?${new URLSearchParams({ component: card.key.split("/")[0], card: card.id })}` }, "Edit this card")));
}

function list(rows) {
  return element("dl", {}, ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
}

// --- After a save ---

let asked = 0;

/** Takes over names, copies and findings; cards that are still there keep their pictures. */
async function takeOver() {
  const turn = ++asked;
  // Where the studio ends meanwhile, the page says so of itself.
  const text = await fetch(`/${game}/gallery/cards`, { cache: "no-store" })
    .then((answer) => (answer.ok ? answer.text() : undefined)).catch(() => undefined);
  if (text === undefined || turn !== asked) return;
  const fresh = element("template");
  fresh.innerHTML = text;
  const before = new Map(items().map((item) => [item.dataset.key, item]));
  const focused = document.activeElement?.closest?.("li[data-key]")?.dataset.key;
  const order = (root) => [...root.querySelectorAll("section[data-group], li[data-key]")].map((one) => one.dataset.group ?? one.dataset.key).join("\n");
  const isSame = order(fresh.content) === order(cards);
  for (const item of fresh.content.querySelectorAll("li[data-key]")) {
    const known = before.get(item.dataset.key);
    if (!known) continue;
    if (known.dataset.card !== item.dataset.card) {
      known.dataset.card = item.dataset.card;
      known.querySelector("figcaption").replaceWith(item.querySelector("figcaption"));
      known.querySelector(".open").setAttribute("aria-label", item.querySelector(".open").getAttribute("aria-label"));
    }
    if (!isSame) item.replaceWith(known);
  }
  if (isSame) {
    for (const part of ["svg", "#filter-values"]) cards.querySelector(`:scope > ${part}`).replaceWith(fresh.content.querySelector(part));
    cards.querySelectorAll("h2").forEach((heading, index) => heading.replaceChildren(...fresh.content.querySelectorAll("h2")[index].childNodes));
  } else {
    cards.replaceChildren(...fresh.content.childNodes);
    if (focused && !dialog.open) items().find((item) => item.dataset.key === focused)?.querySelector(".open").focus();
  }
  sortOut();
  apply();
}

function later(act, wait) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(act, wait); };
}
