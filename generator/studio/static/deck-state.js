// The deck on the page: its cards, what was done to them and can be undone, and the draft that outlives the page.

const MOST_UNDONE = 300;
const MERGED_MS = 1500;
const PREFIX = "gatepress:deck:";

/** An empty deck, not yet a file. */
export const emptyDeck = () => ({ name: "", text: "", look: "", cards: [] });

let lastId = 0;
const withIds = (deck) => ({
  name: deck.name ?? "", text: deck.text ?? "", look: deck.look ?? "",
  cards: deck.cards.map((values) => ({ id: ++lastId, values: { ...values } })),
});

/** Holds a deck, and tells `changed` after each change. */
export class DeckState {
  constructor(game, changed) {
    this.changed = changed;
    this.key = `${PREFIX}${game}:`;
    this.tab = tabId(this.key);
    this.before = read(this.key + this.tab);
    this.start(emptyDeck());
  }

  /** Begins with another deck; what was there can be had again by undo if `undoable`. */
  start(deck, { file = "", revision = "", undoable = false } = {}) {
    const before = undoable ? this.snapshot() : null;
    this.deck = withIds(deck);
    this.file = file;
    this.revision = revision;
    this.selected = this.deck.cards[0]?.id ?? null;
    this.undone = [];
    this.done = before ? [...this.done, before] : [];
    this.isDirty = undoable;
    this.merging = null;
    this.keep();
  }

  /** The deck as the studio takes it. */
  get plain() {
    return { name: this.deck.name, text: this.deck.text, look: this.deck.look, cards: this.deck.cards.map((card) => card.values) };
  }

  get index() { return this.deck.cards.findIndex((card) => card.id === this.selected); }
  get card() { return this.deck.cards[this.index] ?? null; }

  /** Changes the deck. Changes with the same `merge` shortly after each other are undone together. */
  change(act, merge = null) {
    const now = Date.now();
    const isMerged = merge !== null && this.merging?.key === merge && now - this.merging.at < MERGED_MS;
    if (!isMerged) {
      this.done.push(this.snapshot());
      if (this.done.length > MOST_UNDONE) this.done.shift();
    }
    this.merging = merge === null ? null : { key: merge, at: now };
    this.undone = [];
    act(this.deck);
    this.isDirty = true;
    this.keep();
    this.changed();
  }

  add(values, at = this.deck.cards.length) {
    const card = { id: ++lastId, values };
    this.change((deck) => deck.cards.splice(at, 0, card));
    this.selected = card.id;
    return card;
  }

  set(id, field, value) {
    this.change((deck) => {
      const card = deck.cards.find((one) => one.id === id);
      if (value === "" || value === null || value === undefined) delete card.values[field];
      else card.values[field] = value;
    }, `${id} ${field}`);
  }

  remove(id) {
    const at = this.deck.cards.findIndex((card) => card.id === id);
    this.change((deck) => deck.cards.splice(at, 1));
    if (this.selected === id) this.selected = (this.deck.cards[at] ?? this.deck.cards[at - 1])?.id ?? null;
    this.keep();
  }

  move(id, by) {
    const at = this.deck.cards.findIndex((card) => card.id === id);
    const to = at + by;
    if (at < 0 || to < 0 || to >= this.deck.cards.length) return false;
    this.change((deck) => deck.cards.splice(to, 0, ...deck.cards.splice(at, 1)));
    return true;
  }

  /** Puts another deck in the place of this one, as one change. */
  replace(plain) {
    const deck = withIds(plain);
    this.selected = deck.cards[0]?.id ?? null;
    this.change((old) => Object.assign(old, deck));
  }

  snapshot() {
    return { deck: structuredClone(this.deck), selected: this.selected, file: this.file, revision: this.revision };
  }

  undo() { return this.travel(this.done, this.undone); }
  redo() { return this.travel(this.undone, this.done); }

  travel(from, to) {
    const found = from.pop();
    if (!found) return false;
    to.push(this.snapshot());
    Object.assign(this, { ...found, merging: null, isDirty: true });
    this.keep();
    this.changed();
    return true;
  }

  saved(file, revision) {
    Object.assign(this, { file, revision, isDirty: false });
    this.keep();
  }

  /** Keeps the deck in the browser, so that a reload loses nothing. False where the browser keeps nothing. */
  keep() {
    try {
      const kept = { deck: this.plain, index: this.index, file: this.file, revision: this.revision, isDirty: this.isDirty, at: Date.now() };
      localStorage.setItem(this.key + this.tab, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  }

  /** Takes up what this tab had before it was reloaded. */
  restore() {
    return this.before ? this.take(this.before) : false;
  }

  take(kept) {
    this.start(kept.deck, kept);
    this.isDirty = Boolean(kept.isDirty);
    this.selected = this.deck.cards[kept.index]?.id ?? this.selected;
    this.keep();
    return true;
  }

  /** Unsaved decks of tabs that were closed, the latest first; those older than a month are let go. */
  leftBehind() {
    const found = [];
    for (let number = localStorage.length - 1; number >= 0; number--) {
      const key = localStorage.key(number);
      if (!key?.startsWith(this.key) || key === this.key + this.tab) continue;
      const kept = read(key);
      const age = Date.now() - (kept?.at ?? 0);
      if (!kept || age > 30 * 24 * 3600e3) localStorage.removeItem(key);
      else if (kept.isDirty && kept.deck.cards.length && !isOpen(key)) found.push({ key, kept });
    }
    return found.sort((one, other) => other.kept.at - one.kept.at);
  }

  forget(key) { localStorage.removeItem(key); }
}

function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(kept?.deck?.cards) ? kept : null;
  } catch {
    return null;
  }
}

// A tab's id lies in its session while it is reloaded, and nowhere else: a tab that is duplicated gets its own.
function tabId(prefix) {
  const key = `${prefix}tab`;
  const id = sessionStorage.getItem(key) ?? Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
  sessionStorage.removeItem(key);
  window.addEventListener("pagehide", () => {
    sessionStorage.setItem(key, id);
    localStorage.removeItem(`open:${prefix}${id}`);
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) sessionStorage.removeItem(key); });
  const mark = () => localStorage.setItem(`open:${prefix}${id}`, String(Date.now()));
  mark();
  setInterval(mark, 20000);
  return id;
}

// Whether a tab says of itself that it is still there.
function isOpen(key) {
  return Date.now() - Number(localStorage.getItem(`open:${key}`) ?? 0) < 60000;
}
