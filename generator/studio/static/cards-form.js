// The form of one card beside its picture: a field for each that is declared, written as it is typed.

import { at, button, element, faceAddress, game, openButton, placeOf, send } from "/static/studio.js";
import { nameOf } from "/static/cards-model.js";

const PAUSE_MS = 350; // after the last key, until what was typed is written
const STEP = 40; // pixels: near sizes share a picture

export class Form {
  constructor({ cards, isLocked, step, select }) {
    Object.assign(this, { cards, isLocked, step, select });
    this.place = at("card");
    this.picture = at("picture");
    this.side = "front";
    this.sessions = 0;
    this.page = Math.random().toString(36).slice(2); // what distinguishes this page from others that are open
    this.place.addEventListener("submit", (event) => event.preventDefault());
    addEventListener("resize", () => this.draw());
  }

  show(row, name) {
    const { sheet } = this.cards;
    if (!row) {
      this.place.replaceChildren(element("p", { class: "quiet" }, "No card is chosen."));
      this.uid = undefined;
      return;
    }
    if (this.uid !== row.uid || this.sheetOf !== sheet.component || this.columns !== JSON.stringify(sheet.columns)) this.build(row);
    this.uid = row.uid;
    this.fill(row);
    for (const field of this.place.querySelectorAll("[data-field]")) field.classList.toggle("active", field.dataset.field === name);
    this.draw();
  }

  build(row) {
    const { sheet } = this.cards;
    this.sheetOf = sheet.component;
    this.columns = JSON.stringify(sheet.columns);
    this.flush();
    const fields = sheet.columns.map((column) => this.field(column, row));
    this.place.replaceChildren(element("h2", { id: "card-name" }), element("p", { class: "quiet place" }), ...fields);
    this.session = `${(this.sessions += 1)}`;
  }

  field(column, row) {
    const id = `field-${column.name}`;
    const about = { id, name: column.name, "aria-describedby": `${id}-help ${id}-wrong`, disabled: this.isLocked || Boolean(row.locked) };
    const control = column.choices.length ? element("select", about)
      : column.type === "whole" || column.type === "number" ? element("input", { ...about, type: "number", inputmode: "decimal", step: column.type === "whole" ? "1" : "any", min: column.least, max: column.most })
        : column.type === "text" || column.type === "list" || column.type === "figure" || column.type === "any" ? element("textarea", { ...about, rows: 1, spellcheck: column.type === "text" })
          : element("input", { ...about, spellcheck: "false" });
    control.addEventListener("focus", () => { this.session = `${(this.sessions += 1)}`; });
    control.addEventListener("input", () => this.typed(column.name, control));
    control.addEventListener("change", () => this.flush());
    control.addEventListener("blur", () => this.flush());
    return element("div", { class: `field of-${column.type}`, "data-field": column.name },
      element("label", { for: id }, title(column.name), column.required ? element("span", { class: "quiet" }, " needed") : ""),
      control, this.further(column, control), element("p", { class: "help", id: `${id}-help` }, helpOf(column)), element("div", { class: "wrong", id: `${id}-wrong`, "aria-live": "polite" }));
  }

  /** What helps to fill a field: pictures to choose from or upload, the parts of a figure. */
  further(column, control) {
    if (column.type === "figure") return element("details", { class: "parts", "data-parts": column.name }, element("summary", {}, "Choose its parts"), element("div", { class: "words" }));
    const isPicture = column.type === "image" || (["art", "image", "picture"].includes(column.name) && column.type !== "choice");
    if (!isPicture) return "";
    const known = element("datalist", { id: `known-${column.name}` }, ...this.cards.sheet.pictures.map((name) => element("option", { value: name })));
    if (control.tagName === "INPUT") control.setAttribute("list", known.id);
    const file = element("input", { type: "file", accept: "image/png,image/jpeg,image/svg+xml,image/webp,image/gif", id: `upload-${column.name}`, disabled: control.disabled });
    file.addEventListener("change", () => file.files[0] && this.upload(file.files[0], column.name, control));
    return element("div", { class: "upload" }, known, element("label", { for: file.id, class: "quiet" }, "Upload a picture"), file);
  }

  async upload(file, name, control) {
    const place = at(`field-${name}-wrong`);
    try {
      place.replaceChildren();
      const { art } = await send(`/${game}/cards/art?name=${encodeURIComponent(file.name)}`, file);
      control.value = art;
      this.typed(name, control);
      this.flush();
    } catch (error) {
      place.replaceChildren(element("p", {}, error.message));
    }
  }

  /** Fields for the parts of a figure: each a list of what the kit has. */
  parts(row, column) {
    const place = this.place.querySelector(`[data-parts="${CSS.escape(column.name)}"] .words`);
    const figure = row.figures[column.name] ?? {};
    const written = JSON.stringify([row.uid, figure]);
    if (place.dataset.written === written) return;
    place.dataset.written = written;
    place.replaceChildren(...Object.entries(this.cards.sheet.figure).map(([word, names]) => {
      const chosen = [figure[word] ?? []].flat()[0] ?? "";
      const select = element("select", { disabled: this.isLocked || Boolean(row.locked) }, ...["", "none", ...names, ...(chosen && chosen !== "none" && !names.includes(chosen) ? [chosen] : [])].map((name) => element("option", { value: name }, name || "as its name has it")));
      select.value = chosen;
      select.addEventListener("change", () => this.choose(row.uid, column.name, word, select.value));
      const look = button(() => this.browse(row, column.name, word, names), { class: "plain", disabled: select.disabled || !names.length, "aria-label": `Pictures of ${title(word)}` }, "Pictures");
      return element("div", {}, element("label", {}, element("span", {}, title(word)), select), look);
    }));
  }

  /** Shows the card with each of the parts that there are, to choose from. */
  browse(row, name, word, names) {
    const dialog = element("dialog", { class: "kit", "aria-label": `${title(word)} of ${nameOf(row)}` });
    const end = () => dialog.close();
    const address = `/${game}/cards/part/${row.key.split("/").map(encodeURIComponent).join("/")}/${encodeURIComponent(name)}/${word}`;
    const choices = names.map((part) => button(() => { end(); this.choose(row.uid, name, word, part); }, { class: "plain" },
      element("img", { loading: "lazy", alt: "", width: 160, height: Math.round(160 / this.cards.sheet.ratio), src: `${address}/${encodeURIComponent(part)}.png?w=160` }), element("span", {}, part)));
    dialog.append(element("header", {}, element("h2", {}, title(word)), button(end, {}, "Close")), element("div", { class: "choices" }, ...choices));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  choose(uid, name, word, part) {
    const row = this.cards.row(uid);
    const figure = { ...row.figures[name] };
    const rest = Array.isArray(figure[word]) ? figure[word].slice(1) : [];
    if (!part) delete figure[word];
    else figure[word] = Array.isArray(figure[word]) || word === "holds" || word === "beside" ? [part, ...rest] : part;
    this.cards.edit([{ uid, kind: "set", cells: { [name]: Object.keys(figure).length ? JSON.stringify(figure) : "" } }]);
  }

  fill(row) {
    at("card-name").textContent = nameOf(row);
    this.place.querySelector(".place").replaceChildren(...(row.locked ? [element("span", { class: "wrong" }, `This card can’t be changed here: ${row.locked}. `)] : []), element("code", {}, row.place), " ", openButton(placeOf(row.place)));
    for (const column of this.cards.columns) {
      const control = this.place.elements[column.name];
      const text = this.cards.text(row, column.name);
      const inherited = this.cards.inherited(row, column.name);
      const waiting = this.waiting?.name === column.name && this.waiting.uid === row.uid;
      if (column.choices.length) {
        const values = [...new Set([...column.choices, ...(text ? [text] : [])])];
        const options = JSON.stringify([values, inherited]);
        if (control.dataset.options !== options) {
          control.dataset.options = options;
          control.replaceChildren(element("option", { value: "" }, inherited ? `${inherited} (inherited)` : "–"), ...values.map((value) => element("option", { value }, value)));
        }
      } else {
        control.placeholder = inherited;
      }
      // What is being typed is not taken away.
      const isTyped = document.activeElement === control && (control.validity.badInput || control.value.trim() === text);
      if (!waiting && !isTyped && control.value !== text) control.value = text;
      grow(control);
      this.say(row, column.name, control);
      if (column.type === "figure") this.parts(row, column);
    }
  }

  say(row, name, control) {
    const pending = row.pending[name];
    const place = at(`field-${name}-wrong`);
    const isWrong = Boolean(pending?.wrong || pending?.theirs !== undefined);
    control.toggleAttribute("aria-invalid", isWrong);
    if (isWrong) control.setAttribute("aria-invalid", "true");
    if (pending?.theirs !== undefined) {
      place.replaceChildren(element("p", {}, "Changed elsewhere meanwhile. It now says:"), element("blockquote", {}, pending.theirs || "(empty)"),
        button(() => this.cards.settle(row, name, true), { class: "plain" }, "Keep mine"), " ", button(() => this.cards.settle(row, name, false), { class: "plain" }, "Take theirs"));
    } else if (pending?.wrong) {
      place.replaceChildren(element("p", {}, pending.wrong), button(() => this.cards.drop(row, name), { class: "plain" }, row.own[name] ? `Back to “${row.own[name].slice(0, 40)}”` : "Leave it empty"));
    } else if (place.childElementCount) {
      place.replaceChildren();
    }
  }

  typed(name, control) {
    grow(control);
    clearTimeout(this.waiting?.timer);
    if (this.waiting && this.waiting.name !== name) this.flush();
    const base = this.waiting?.base ?? this.cards.base(this.cards.row(this.uid), name);
    this.waiting = { uid: this.uid, row: this.cards.row(this.uid), name, control, base, timer: setTimeout(() => this.flush(), PAUSE_MS) };
  }

  /** Writes what was typed. */
  flush() {
    if (!this.waiting) return;
    const { uid, row: known, name, control, base, timer } = this.waiting;
    clearTimeout(timer);
    this.waiting = undefined;
    const row = this.cards.row(uid);
    const text = control.value.trim();
    if (!row) return this.cards.lose(known, { [name]: text });
    // A number that is half typed is none yet.
    if (control.validity.badInput || text === this.cards.text(row, name)) return;
    this.cards.edit([{ uid, kind: "set", cells: { [name]: text }, base: { [name]: base } }], `${this.page} ${uid} ${name} ${this.session}`);
  }

  /** Keeps what was being typed into a card that is gone. */
  leave() {
    if (this.waiting && !this.cards.row(this.waiting.uid)) this.flush();
  }

  turn() {
    const { sides } = this.cards.sheet;
    this.side = sides[(sides.indexOf(this.side) + 1) % sides.length];
    this.draw();
  }

  draw() {
    const row = this.cards.row(this.uid);
    const { sheet } = this.cards;
    if (!row || !sheet) return;
    if (!sheet.sides.includes(this.side)) this.side = "front";
    const stage = this.picture.closest(".stage");
    const width = Math.max(80, Math.min(stage.clientWidth - 24, (stage.clientHeight - 24) * sheet.ratio));
    this.picture.parentElement.style.width = `${Math.floor(width)}px`;
    this.picture.alt = this.side === "back" ? `${nameOf(row)}, back` : nameOf(row);
    const pixels = Math.min(2000, Math.ceil((width * devicePixelRatio) / STEP) * STEP);
    const address = new URL(faceAddress(`${row.key}/${this.side}.png`), location);
    address.searchParams.set("w", pixels);
    const isSame = this.picture.dataset.face === row.key && this.picture.dataset.side === this.side;
    const version = isSame && this.picture.src ? new URL(this.picture.src).searchParams.get("v") : document.body.dataset.revision;
    if (version) address.searchParams.set("v", version);
    this.picture.dataset.face = row.key;
    this.picture.dataset.side = this.side;
    if (this.picture.src !== address.href) this.picture.src = address.href;
  }
}

function helpOf(column) {
  const { least, most, type } = column;
  const what = { text: " letters", list: " items" }[type] ?? "";
  const bounds = type === "choice" || type === "yes-no" ? "" : least !== null && most !== null ? `${least} to ${most}${what}` : least !== null ? `at least ${least}${what}` : most !== null ? `at most ${most}${what}` : "";
  const shape = { list: "separated by semicolons", colour: "such as #8a2be2", image: "a picture’s file, or an icon’s name" }[type] ?? "";
  return [column.help, bounds, shape].filter(Boolean).join("; ");
}

function title(name) { return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ").replaceAll("-", " "); }

function grow(control) {
  if (control.tagName !== "TEXTAREA") return;
  control.style.height = "auto";
  control.style.height = `${Math.min(control.scrollHeight + 2, 260)}px`;
}
