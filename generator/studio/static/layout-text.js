// The text of a template: line numbers, the line of the chosen element, faults at their lines, and what may be
// written at the caret.

import { at, button, element, openButton } from "/static/studio.js";

const MOST = 40; // words that are offered at once
const JINJA = /\{\{.*?\}\}|\{%.*?%\}/gs;

/** The lines of a text as the page has them, whatever ends them in the file. */
export const plain = (text) => text.replace(/\r\n?/g, "\n");

/** What differs between two texts: where it begins, and how many letters each has there. */
function difference(before, after) {
  const least = Math.min(before.length, after.length);
  let end = 0;
  while (end < least && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  let start = 0;
  while (start < least - end && before[start] === after[start]) start += 1;
  return { start, gone: before.length - end - start, come: after.length - end - start };
}

/** Says where the tag at a line and column stands after a text has changed: nowhere (line 0) if it is gone. */
export function moverOf(before, after) {
  // Columns count whole letters.
  const [old, now] = [[...plain(before)], [...plain(after)]];
  const { start, gone, come } = difference(old, now);
  return ({ line, column }) => {
    let at = -1;
    for (let left = line - 1; left > 0; left -= 1) at = old.indexOf("\n", at + 1);
    at += column;
    if (at >= start && at < start + gone) return { line: 0, column: 0 };
    if (at >= start) at += come - gone;
    const above = now.slice(0, at);
    return { line: above.filter((letter) => letter === "\n").length + 1, column: at - above.lastIndexOf("\n") };
  };
}

/** A text with what two have changed in it; nothing where both changed the same place. */
export function merged(base, one, other) {
  const [first, second] = [[one, difference(base, one)], [other, difference(base, other)]].sort(([, a], [, b]) => a.start - b.start);
  const [[left, a], [right, b]] = [first, second];
  if (a.start + a.gone > b.start || a.start === b.start) return undefined;
  return left.slice(0, a.start + a.come) + base.slice(a.start + a.gone, b.start) + right.slice(b.start);
}

export class Text {
  /** `acts`: what is done when the text changed, when it is to be saved, and when a line was clicked. */
  constructor(acts) {
    this.acts = acts;
    this.area = at("text");
    this.words = {};
    this.file = "";
    this.offers = [];
    this.current = -1;
    this.area.addEventListener("input", () => {
      this.number();
      this.offer(false);
      acts.changed();
    });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => this.keyed(event));
    this.area.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    this.area.addEventListener("click", () => {
      this.close();
      acts.clicked(this.lineAt(this.area.selectionStart));
    });
    at("offers").addEventListener("mousedown", (event) => {
      event.preventDefault();
      this.current = [...at("offers").children].indexOf(event.target.closest("li"));
      this.accept();
    });
  }

  get value() { return this.area.value; }

  /** Shows a text. The caret and what is seen stay where they are if it is the same file. */
  show(file, text, locked) {
    const isSame = file === this.file;
    this.file = file;
    this.area.readOnly = Boolean(locked);
    if (this.area.value !== plain(text)) {
      const { selectionStart, selectionEnd, scrollTop, scrollLeft } = this.area;
      this.area.value = text;
      if (isSame) {
        this.area.setSelectionRange(selectionStart, selectionEnd);
        this.area.scrollTop = scrollTop;
        this.area.scrollLeft = scrollLeft;
      } else {
        this.area.setSelectionRange(0, 0);
        this.area.scrollTop = 0;
      }
    }
    this.number();
  }

  lineAt(index) { return this.area.value.slice(0, index).split("\n").length; }
  get lineHeight() { return Number.parseFloat(getComputedStyle(this.area).lineHeight); }

  number() {
    const count = this.area.value.split("\n").length;
    if (this.count !== count || this.isStale) {
      this.isStale = false;
      this.count = count;
      at("numbers").replaceChildren(...Array.from({ length: count }, (_, index) => {
        const fault = this.faulty?.get(index + 1);
        return element("span", { class: fault, title: fault ? "There is something wrong in this line" : undefined }, `${index + 1}\n`);
      }));
    }
    this.follow();
  }

  follow() {
    at("numbers").style.transform = `translateY(${-this.area.scrollTop}px)`;
    at("bar").style.transform = `translateY(${((this.marked ?? 1) - 1) * this.lineHeight - this.area.scrollTop}px)`;
  }

  /** Marks a line, and brings it into sight; no line: none. */
  mark(line, isSought = true) {
    this.marked = line;
    at("bar").hidden = !line;
    if (line && isSought) {
      // Whoever comes to the text by key finds the caret there.
      const start = this.area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      if (document.activeElement !== this.area) this.area.setSelectionRange(start, start);
      const top = (line - 1) * this.lineHeight;
      if (top < this.area.scrollTop || top > this.area.scrollTop + this.area.clientHeight - 2 * this.lineHeight) {
        this.area.scrollTop = Math.max(0, top - this.area.clientHeight / 3);
      }
    }
    this.follow();
  }

  /** Selects what a tag says of an attribute, or the tag; the text has the focus then. */
  select(line, column, name) {
    const lines = this.area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    const found = name && new RegExp(`\\s${name}\\s*=\\s*["']`, "g");
    if (found) found.lastIndex = start;
    const match = found && found.exec(this.area.value);
    const begin = match ? match.index + match[0].length : start;
    const quote = match ? match[0].at(-1) : "";
    let end = begin;
    while (match && end < this.area.value.length && this.area.value[end] !== quote) {
      JINJA.lastIndex = end;
      const code = JINJA.exec(this.area.value);
      end = code?.index === end ? JINJA.lastIndex : end + 1;
    }
    this.area.focus();
    this.area.setSelectionRange(begin, Math.max(end, begin));
    this.mark(this.lineAt(begin));
    this.area.scrollLeft = 0;
  }

  /** Shows what is wrong, at its lines and below. */
  faults(problems) {
    this.faulty = new Map();
    for (const { file, line, severity } of problems) {
      if (file === this.file && line && this.faulty.get(line) !== "error") this.faulty.set(line, severity);
    }
    this.isStale = true;
    this.number();
    at("faults").replaceChildren(...problems.map((problem) => {
      const isHere = problem.file === this.file && problem.line;
      const words = isHere ? button(() => this.select(problem.line, problem.column || 1), { class: "plain", title: "Go to the line" }, `Line ${problem.line}`) : "";
      const { file, line, column, severity, message, hint } = problem;
      const said = problem.text ?? `${[file, line, column].filter(Boolean).join(":")}: ${severity}: ${message}${hint ? `; ${hint}` : ""}`;
      return element("li", { class: severity }, words, " ", said, " ", openButton(problem));
    }));
  }

  // --- What may be written at the caret ---

  offer(isAsked) {
    const { before, found } = this.asked();
    const start = before.toLowerCase();
    this.offers = found.filter((word) => word.toLowerCase().startsWith(start) && word !== before).slice(0, MOST);
    if (!this.offers.length || (!isAsked && !before && !/[<\s"']$/.test(this.area.value.slice(0, this.area.selectionStart)))) return this.close();
    this.before = before;
    this.current = 0;
    this.isMoved = isAsked;
    this.list();
  }

  /** What stands before the caret of a word, and the words that may stand there. */
  asked() {
    const all = this.area.value.slice(0, this.area.selectionStart);
    const begin = all.lastIndexOf("<");
    const inside = begin < 0 ? "" : all.slice(begin).replace(JINJA, (code) => "x".repeat(code.length));
    const [, name] = /^<([\w.-]*)/.exec(inside) ?? [];
    if (name === undefined || inside.replace(/"[^"]*"|'[^']*'/g, "").includes(">")) return { before: "", found: [] };
    const tags = Object.keys(this.words).map((tag) => tag.split("/").at(-1));
    if (/^<[\w.-]*$/.test(inside)) return { before: name, found: [...new Set(tags)].sort(), kind: "element" };
    const known = { ...this.words[`stack/${name}`], ...this.words[name] };
    const value = /\s([\w-]+)\s*=\s*(["'])([^"']*)$/.exec(inside.replace(/=\s*("[^"]*"|'[^']*')/g, ""));
    if (value) return { before: value[3], found: known[value[1]]?.choices ?? [], kind: "value" };
    const [, word] = /\s([\w-]*)$/.exec(inside) ?? [];
    if (word === undefined) return { before: "", found: [] };
    const given = new Set([...inside.matchAll(/\s([\w-]+)\s*=/g)].map(([, one]) => one));
    return { before: word, found: Object.keys(known).filter((one) => !given.has(one)), kind: "attribute" };
  }

  list() {
    const place = at("offers");
    place.replaceChildren(...this.offers.map((word, index) => element("li", { role: "option", id: `offer-${index}`, "aria-selected": String(index === this.current) }, word)));
    const lines = this.area.value.slice(0, this.area.selectionStart).split("\n");
    const style = getComputedStyle(this.area);
    const wide = (Number.parseFloat(style.fontSize) * 0.6) * lines.at(-1).length;
    const left = this.area.offsetParent.offsetLeft + Math.min(wide - this.area.scrollLeft + 8, this.area.clientWidth - 150);
    place.hidden = false;
    place.style.left = `${Math.max(left, 0)}px`;
    const below = lines.length * this.lineHeight - this.area.scrollTop + 8;
    const isRoom = below + place.offsetHeight <= place.parentElement.clientHeight;
    place.style.top = `${isRoom ? below : Math.max(below - this.lineHeight - place.offsetHeight, 0)}px`;
    this.area.setAttribute("aria-activedescendant", `offer-${this.current}`);
    place.children[this.current]?.scrollIntoView({ block: "nearest" });
  }

  close() {
    at("offers").hidden = true;
    this.offers = [];
    this.area.removeAttribute("aria-activedescendant");
  }

  accept() {
    const word = this.offers[this.current];
    const { kind } = this.asked();
    this.close();
    if (!word || this.area.readOnly) return;
    const end = this.area.selectionStart;
    const whole = kind === "attribute" ? `${word}=""` : word;
    this.area.setRangeText(whole, end - this.before.length, end, "end");
    if (kind === "attribute") this.area.setSelectionRange(this.area.selectionStart - 1, this.area.selectionStart - 1);
    this.number();
    this.acts.changed();
    if (kind === "attribute") this.offer(true);
  }

  keyed(event) {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key.toLowerCase() === "s") {
      event.preventDefault();
      this.acts.save();
    } else if (control && event.key === " ") {
      event.preventDefault();
      this.offer(true);
    } else if (this.offers.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.current = (this.current + (event.key === "ArrowDown" ? 1 : -1) + this.offers.length) % this.offers.length;
      this.isMoved = true;
      this.list();
    } else if (this.offers.length && ((event.key === "Enter" && (this.before || this.isMoved)) || event.key === "Tab") && !event.shiftKey) {
      event.preventDefault();
      this.accept();
    } else if (this.offers.length && event.key === "Escape") {
      event.preventDefault();
      this.close();
    }
  }
}
