// The attributes of an element in fields: those that it has, those that one looks for first, and all others
// below them. What Jinja works out is shown, and changed in the text.

import { at, button, element, openButton, reasonOf } from "/static/studio.js";
import { waysOf } from "/static/layout-places.js";

const MAIN = ["x", "y", "width", "height", "cx", "cy", "r", "x1", "y1", "x2", "y2", "name", "href", "font", "size", "align", "valign", "fill", "stroke", "stroke-width", "rx"];

/** A message with what stands in backticks as code. */
export const inCode = (message) => message.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));

export const titleOf = (tag) => `<${tag.name}>${tag.id ? ` ${tag.id}` : ""}`;
export const placeOf = (tag) => (tag ? `${tag.file}:${tag.line}:${tag.column}` : "");

/** Whether a field stands among the first although the tag does not have the attribute. */
const isOffered = (tag, name, known) => MAIN.includes(name) && tag.clear && known.default !== "" && !/^(x1|y1|x2|y2|x|y)$/.test(name);

/** What is said of the blocks of Jinja round a tag, by the word that begins one. */
const AROUND = {
  for: (block) => `In a loop: \`${block}\`.`,
  macro: (block) => `In a macro: \`${block}\`. A change shows wherever it is called.`,
  if: (block) => `Drawn only \`${block}\`.`,
  elif: (block) => `Drawn only in the branch \`${block}\`.`,
  else: (block) => `Drawn only in the branch \`${block}\`.`,
  block: (block) => `In the \`${block}\`.`,
};
const inside = (block) => `Inside \`${block}\`.`;

/** Of an attribute that only the text can change: why. */
const SAYS = { computed: "worked out", conditional: "given in some cases", long: "long" };

/** A colour as a picker takes it; undefined for one that has another name. */
function hexOf(value) {
  if (/^#[0-9a-f]{6}$/i.test(value)) return value;
  return /^#[0-9a-f]{3}$/i.test(value) ? value.replace(/[0-9a-f]/gi, "$&$&") : undefined;
}

export class Fields {
  words = {}; // the vocabulary: the attributes of each element

  /** `set(tag, values)` changes attributes and comes back with what is wrong; `seek(tag, name)` shows them in the text. */
  constructor({ set, seek }) {
    this.form = at("fields");
    this.set = set;
    this.seek = seek;
  }

  /** Draws the fields of a tag, or that none is chosen. */
  draw(tag, shown, isLocked) {
    const { form } = this;
    const focused = document.activeElement?.closest?.("#fields [name]");
    // What is being typed stays.
    const isTyped = focused && "defaultValue" in focused && focused.value !== focused.defaultValue && form.dataset.of === placeOf(tag);
    const typed = isTyped ? focused.value : undefined;
    form.dataset.of = placeOf(tag);
    if (!tag) {
      form.replaceChildren(element("p", { class: "quiet" }, "Click an element on the card, or choose one in the list."));
      return;
    }
    const known = this.words[tag.words] ?? {};
    const given = Object.keys(tag.attributes);
    const others = Object.keys(known).filter((name) => !given.includes(name));
    const offered = others.filter((name) => isOffered(tag, name, known[name]));
    const more = others.filter((name) => !offered.includes(name));
    const fieldOf = (name) => this.field(tag, name, known[name], isLocked);
    const wasOpen = form.querySelector("details")?.open;
    form.replaceChildren(
      element("h2", {}, titleOf(tag)),
      element("p", { class: "place" }, element("code", {}, placeOf(tag)), " ",
        button(() => this.seek(tag), { class: "plain small" }, "In the text"), " ", openButton(tag)),
      ...this.notes(tag, shown).map((note) => element("p", { class: "quiet" }, ...inCode(note))),
      ...[...given, ...offered].map(fieldOf),
      ...(more.length && tag.clear ? [element("details", { open: wasOpen }, element("summary", {}, "More attributes"), ...more.map(fieldOf))] : []),
      ...tag.clear ? [] : [element("p", { class: "quiet" }, "Some of its attributes are given by Jinja; add more in the text.")],
    );
    const again = focused && form.elements[focused.name];
    again?.focus();
    if (again && typed !== undefined) again.value = typed;
  }

  notes(tag, shown) {
    const notes = [];
    const file = shown.files.find((one) => one.file === tag.file);
    if (file?.locked && !shown.locked) notes.push(`${file.locked}.`);
    if (file && file !== shown.files[0]) notes.push(`It is in ${file.name}, which other templates may share: a change shows wherever it is used.`);
    for (const block of tag.around) notes.push((AROUND[block.split(/[\s(]/)[0]] ?? inside)(block));
    const { why } = waysOf(tag, this.words);
    if (why) notes.push(why);
    return notes;
  }

  field(tag, name, known, isLocked) {
    const given = tag.attributes[name];
    if (given && given.state in SAYS) return this.computed(tag, name, given);
    const id = `field-${name}`;
    const label = element("label", { for: id, title: known?.doc?.replaceAll("`", "") }, name);
    const wrong = element("span", { class: "wrong", id: `${id}-wrong`, role: "alert" });
    const choices = known?.choices ?? [];
    const isClosed = choices.length > 0 && /^`[^`]+`( \| `[^`]+`)*$/.test(known.kind);
    const usual = known?.default ?? "";
    const value = given?.text ?? "";
    const input = isClosed
      ? element("select", { id, name, disabled: isLocked }, ...["", ...new Set([...choices, ...(value ? [value] : [])])].map((one) => element("option", { value: one, selected: one === value }, one || `(${usual})`)))
      : element("input", { id, name, value, disabled: isLocked, placeholder: usual, list: choices.length ? `${id}-list` : undefined, spellcheck: "false", "aria-describedby": `${id}-wrong` });
    input.addEventListener("change", () => this.change(tag, name, input.value.trim(), wrong));
    const further = choices.length && !isClosed ? [element("datalist", { id: `${id}-list` }, ...choices.map((one) => element("option", { value: one })))] : [];
    if (/^colour/.test(known?.kind ?? "") && !isLocked) {
      const hex = hexOf(value);
      const swatch = element("input", { type: "color", "aria-label": `${name} from a picker`, value: hex ?? "#888888", class: hex ? "" : "unset", title: "Pick a colour" });
      swatch.addEventListener("change", () => this.change(tag, name, swatch.value, wrong));
      further.push(swatch);
    }
    const follows = given?.state === "relative" ? element("span", { class: "quiet" }, `follows from its place; ${given.here} mm here`) : "";
    return element("div", { class: "field" }, label, element("span", { class: "input" }, input, ...further), follows, wrong);
  }

  computed(tag, name, given) {
    return element("div", { class: "field computed" }, element("span", { class: "label" }, name), element("code", {}, given.text.slice(0, 120)),
      element("span", { class: "quiet" }, `${SAYS[given.state]}${given.here ? `; ${given.here} here` : ""} `,
        button(() => this.seek(tag, name), { class: "plain small", "aria-label": `${name} in the text` }, "In the text")));
  }

  async change(tag, name, value, wrong) {
    const error = await this.set(tag, { [name]: value === "" ? null : value });
    if (!error || error.told?.shown) return;
    // What was typed stays, with the reason.
    const input = this.form.elements[name];
    const said = at(`field-${name}-wrong`) ?? wrong;
    if (input) input.value = value;
    input?.setAttribute("aria-invalid", "true");
    const reason = error.problems?.length ? error.problems.map(({ message, hint }) => `${message}${hint ? `; ${hint}` : ""}`).join(" ") : reasonOf(error);
    said.replaceChildren(...inCode(reason));
  }
}
