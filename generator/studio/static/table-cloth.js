// The cloth: it draws a state, zooms and pans, and turns what fingers, pens and mice do into moves.
// While something is dragged only its transform changes, so that nothing is laid out anew.

import { element } from "/static/studio.js";
import { dress, PX, spanOf } from "/static/table-look.js";
import { find, isPile, isStack, lift, LIFTED, raise } from "/static/table-model.js";

const LEAST = 0.04, MOST = 3;
const HOLD_MS = 500;
const GRID = 5;
/** Pixels at the lower edge where the buttons for what is selected lie. */
const BAR = 56;
/** On a cloth narrower than this, no card is made narrower than a finger just because all are to be seen at first. */
const NARROW = 600, FINGER = 44;
/** How near the middle of a pile another is dropped to lie on top of it, in parts of its width. */
const ONTO = 0.3;

export class Cloth {
  /** `table`: what the cloth asks: {state, mayAct, look, dropped, openMenu, handAt, activate, count, selected, pointed}. */
  constructor(root, table) {
    Object.assign(this, { root, table, elements: new Map(), shown: new Map(), selection: new Set(), view: { x: 0, y: 0, zoom: 1 }, snaps: false, boxes: false, isKeyed: false, pointers: new Map() });
    this.plane = element("div", { class: "plane" });
    this.band = element("div", { class: "band", hidden: true });
    root.append(this.plane, this.band);
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => {
      this.drag(event);
      if (!this.gesture) this.table.pointed(this.at(event.clientX, event.clientY));
    });
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", (event) => this.cancel(event));
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    root.addEventListener("contextmenu", (event) => this.context(event));
    root.addEventListener("dblclick", (event) => this.twice(event));
    new ResizeObserver(([{ contentRect }]) => this.resized(contentRect)).observe(root);
    document.addEventListener("keydown", () => { this.isKeyed = true; }, true);
    document.addEventListener("pointerdown", () => { this.isKeyed = false; }, true);
    root.addEventListener("focusin", (event) => this.focused(event));
  }

  // Drawing

  draw(state) {
    // What is being dragged stays where it is; what others did meanwhile is seen when it is dropped.
    if (this.gesture?.state && state !== this.gesture.state) return;
    const there = new Set();
    state.things.forEach((thing, at) => {
      there.add(thing.id);
      let made = this.elements.get(thing.id);
      if (!made) {
        made = element("div", { role: "button", tabindex: "0", "aria-haspopup": "menu", "data-id": String(thing.id) });
        this.elements.set(thing.id, made);
        this.plane.append(made);
      }
      if (this.shown.get(thing.id) !== thing) {
        const before = this.shown.get(thing.id);
        dress(made, thing, this.table.look);
        if (before && (thing.kind === "die" || thing.kind === "coin")) made.classList.add("rolled");
        this.shown.set(thing.id, thing);
        this.put(made, thing);
      }
      made.style.zIndex = String(thing.locked ? at : at + 10_000);
      made.classList.toggle("selected", this.selection.has(thing.id));
    });
    for (const [id, made] of this.elements) {
      if (there.has(id)) continue;
      if (made.contains(document.activeElement)) this.root.focus({ preventScroll: true });
      made.remove();
      this.elements.delete(id);
      this.shown.delete(id);
      this.selection.delete(id);
    }
    this.root.classList.toggle("bare", state.things.length === 0);
  }

  /** Draws everything anew, for pictures that changed. */
  redraw(state) {
    this.shown.clear();
    this.draw(state);
  }

  put(made, thing, dx = 0, dy = 0) {
    const [across, down] = spanOf(thing, this.table.look);
    made.style.transform = `translate(${(thing.x - across / 2 + dx) * PX}px, ${(thing.y - down / 2 + dy) * PX}px)`;
  }

  /** Shows things where somebody else drags them to, until the studio says where they lie, or nothing is heard. */
  carried(ids, dx, dy, patience) {
    const things = this.gesture?.state ? [] : this.table.state.things.filter((thing) => ids.includes(thing.id));
    for (const thing of things) {
      this.plane.classList.add("moving");
      this.put(this.elements.get(thing.id), thing, dx, dy);
      this.shown.delete(thing.id);
    }
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.draw(this.table.state), patience);
  }

  // The view

  apply() {
    const { x, y, zoom } = this.view;
    this.plane.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    if (this.zoomed !== zoom) {
      this.plane.style.setProperty("--zoom", zoom);
      this.zoomed = zoom;
    }
    this.root.style.backgroundPosition = `${x}px ${y}px`;
  }

  /** What was fitted stays so, and what was moved to the middle stays there. */
  resized({ width, height }) {
    const { size } = this;
    this.size = { width, height };
    if (!size?.width || !width) return;
    if (this.view === this.fitted?.view) this.fit(this.fitted.ids, this.fitted.least);
    else this.pan((width - size.width) / 2, (height - size.height) / 2);
  }

  /** The table as it is first seen: all of it, or on a phone its middle, with cards that a finger can take. */
  open() {
    const { state, look } = this.table;
    const cards = state.things.filter((thing) => isPile(thing) && look(thing.top.card).what === "cards");
    this.fit(undefined, FINGER / (PX * Math.min(...cards.map((thing) => spanOf(thing, look)[0]))));
  }

  /** All things within the cloth, or only some; `least`: the zoom that a narrow cloth does not go below. */
  fit(ids, least = LEAST) {
    const things = this.table.state.things.filter((thing) => !ids || ids.includes(thing.id));
    if (!things.length || !this.root.clientWidth) return;
    const boxes = things.map((thing) => [thing, spanOf(thing, this.table.look)]);
    const left = Math.min(...boxes.map(([thing, [across]]) => thing.x - across / 2));
    const right = Math.max(...boxes.map(([thing, [across]]) => thing.x + across / 2));
    const top = Math.min(...boxes.map(([thing, [, down]]) => thing.y - down / 2));
    const bottom = Math.max(...boxes.map(([thing, [, down]]) => thing.y + down / 2));
    const wide = this.root.clientWidth, high = this.root.clientHeight - BAR;
    const lowest = wide < NARROW ? Math.max(LEAST, Math.min(1.2, least)) : LEAST;
    const zoom = Math.max(lowest, Math.min(1.2, (wide - 40) / ((right - left) * PX), (high - 40) / ((bottom - top) * PX)));
    this.view = { zoom, x: wide / 2 - ((left + right) / 2) * PX * zoom, y: high / 2 - ((top + bottom) / 2) * PX * zoom };
    this.fitted = { view: this.view, ids, least };
    this.apply();
  }

  zoomBy(factor, at) {
    const box = this.root.getBoundingClientRect();
    const point = at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const zoom = Math.max(LEAST, Math.min(MOST, this.view.zoom * factor));
    const real = zoom / this.view.zoom, x = point.x - box.left, y = point.y - box.top;
    this.view = { zoom, x: x - (x - this.view.x) * real, y: y - (y - this.view.y) * real };
    this.apply();
  }

  pan(dx, dy) {
    this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
    this.apply();
  }

  /** The place on the table, in mm, at a point of the window. */
  at(x, y) {
    const box = this.root.getBoundingClientRect();
    return { x: (x - box.left - this.view.x) / this.view.zoom / PX, y: (y - box.top - this.view.y) / this.view.zoom / PX };
  }

  middle() {
    const box = this.root.getBoundingClientRect();
    return this.at(box.left + box.width / 2, box.top + box.height / 2);
  }

  /** A place near a point where no loose thing lies. */
  free({ x, y }, step) {
    for (let tried = 0; tried < 12; tried += 1) {
      const spot = { x: x + (tried % 2 ? 1 : -1) * Math.ceil(tried / 2) * step, y };
      if (!this.table.state.things.some((thing) => !thing.locked && Math.hypot(thing.x - spot.x, thing.y - spot.y) < step / 2)) return spot;
    }
    return { x, y };
  }

  reveal(id) {
    const box = this.root.getBoundingClientRect(), thing = this.elements.get(id)?.getBoundingClientRect();
    if (!thing) return;
    const x = thing.left < box.left ? box.left - thing.left + 20 : thing.right > box.right ? box.right - thing.right - 20 : 0;
    const y = thing.top < box.top ? box.top - thing.top + 20 : thing.bottom > box.bottom ? box.bottom - thing.bottom - 20 : 0;
    if (x || y) this.pan(x, y);
  }

  wheel(event) {
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), { x: event.clientX, y: event.clientY });
  }

  // Selecting

  select(ids, { add = false } = {}) {
    if (!add) this.selection.clear();
    for (const id of ids) this.selection.add(id);
    this.mark();
  }

  toggle(id) {
    if (!this.selection.delete(id)) this.selection.add(id);
    this.mark();
  }

  mark() {
    for (const [id, made] of this.elements) made.classList.toggle("selected", this.selection.has(id));
    this.table.selected();
  }

  /** Who tabs to a thing has selected it, so that keys mean it. */
  focused(event) {
    const made = event.target.closest(".thing");
    if (!made || !this.isKeyed) return;
    this.root.scrollTo(0, 0);
    this.reveal(Number(made.dataset.id));
    if (!this.selection.has(Number(made.dataset.id))) this.select([Number(made.dataset.id)]);
  }

  // Pointers

  press(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 2) return this.pinch();
    if (this.pointers.size > 2 || event.button > 1) return;
    const made = event.target.closest(".thing");
    const id = made ? Number(made.dataset.id) : undefined;
    const thing = id === undefined ? undefined : find(this.table.state, id);
    const start = { x: event.clientX, y: event.clientY };
    const isLoose = thing && !thing.locked && this.table.mayAct;
    const kind = event.button === 1 ? "pan" : isLoose ? "thing" : event.shiftKey || this.boxes ? "box" : "pan";
    this.gesture = { kind, id, start, pointer: event.pointerId, step: event.target.closest(".step"), isWhole: Boolean(event.target.closest(".count")) || event.altKey, keys: event.shiftKey || event.ctrlKey || event.metaKey, isFar: false, slack: event.pointerType === "mouse" ? 4 : 9 };
    if (event.pointerType !== "mouse" && id !== undefined) {
      this.gesture.hold = setTimeout(() => this.held(), HOLD_MS);
    }
    this.root.setPointerCapture(event.pointerId);
    (made ?? this.root).focus({ preventScroll: true });
    event.preventDefault();
  }

  held() {
    const { id, start, isFar } = this.gesture ?? {};
    if (id === undefined || isFar) return;
    this.gesture = undefined;
    this.pointers.clear();
    if (!this.selection.has(id)) this.select([id]);
    this.table.openMenu(start.x, start.y);
  }

  pinch() {
    this.abandon();
    this.gesture = { kind: "pinch", ...this.span() };
  }

  span() {
    const [one, other] = [...this.pointers.values()];
    return { far: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  }

  drag(event) {
    const { gesture } = this;
    if (!gesture || !this.pointers.has(event.pointerId)) return;
    const last = this.pointers.get(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (gesture.kind === "pinch") {
      if (this.pointers.size < 2) return;
      const now = this.span();
      this.pan(now.x - gesture.x, now.y - gesture.y);
      this.zoomBy(now.far / Math.max(1, gesture.far), now);
      return void Object.assign(gesture, now);
    }
    if (!gesture.isFar) {
      if (Math.hypot(event.clientX - gesture.start.x, event.clientY - gesture.start.y) < gesture.slack) return;
      gesture.isFar = true;
      clearTimeout(gesture.hold);
      if (gesture.kind === "thing") this.lift(gesture);
      this.root.classList.add(gesture.kind === "pan" ? "panning" : "dragging");
    }
    if (gesture.kind === "pan") this.pan(event.clientX - last.x, event.clientY - last.y);
    else if (gesture.kind === "box") this.stretch(gesture, event);
    else {
      gesture.last = { x: event.clientX, y: event.clientY };
      gesture.frame ??= requestAnimationFrame(() => this.carry(gesture));
    }
  }

  /** Takes up what is to be dragged: the selection, a whole stack, or the top of one. */
  lift(gesture) {
    const { table } = this;
    let { state } = table;
    const thing = find(state, gesture.id);
    const isMany = this.selection.has(gesture.id) && this.selection.size > 1;
    if (isMany) gesture.ids = state.things.filter((other) => this.selection.has(other.id) && !other.locked).map((other) => other.id);
    else if (isStack(thing) && !gesture.isWhole) {
      gesture.ids = [LIFTED];
      gesture.from = thing;
      state = lift(state, thing.id, table.look(thing.top.card).back);
    } else gesture.ids = [thing.id];
    gesture.state = raise(state, gesture.ids);
    this.draw(gesture.state);
    gesture.held = gesture.ids.map((id) => [this.elements.get(id), find(gesture.state, id)]);
    for (const [made] of gesture.held) made.classList.add("held");
    gesture.targets = gesture.held.length === 1 && isPile(gesture.held[0][1]) ? this.piles(gesture) : [];
  }

  /** Where what is dragged would lie on top of something of its size. */
  piles({ state, held: [[, thing]] }) {
    const { look } = this.table;
    const own = look(thing.top.card);
    return state.things.filter((other) => {
      if (!isPile(other) || other.id === thing.id || other.locked) return false;
      const kind = look(other.top.card);
      return kind.what === own.what && kind.what !== "board" && kind.width === own.width && kind.height === own.height;
    }).reverse();
  }

  /** Once for each picture that the screen shows; what is asked of the page comes before what is changed. */
  carry(gesture) {
    cancelAnimationFrame(gesture.frame);
    gesture.frame = undefined;
    const { last, start } = gesture;
    const isOverHand = this.table.handAt(last.x, last.y);
    const dx = (last.x - start.x) / this.view.zoom / PX, dy = (last.y - start.y) / this.view.zoom / PX;
    Object.assign(gesture, { dx, dy });
    for (const [made, thing] of gesture.held) this.put(made, thing, dx, dy);
    this.table.pointed(this.at(last.x, last.y), { ids: gesture.ids.filter((id) => id !== LIFTED), dx, dy });
    const [, thing] = gesture.held[0];
    const target = isOverHand ? undefined : gesture.targets.find((other) => {
      const [across] = spanOf(other, this.table.look);
      return Math.hypot(thing.x + dx - other.x, thing.y + dy - other.y) < across * ONTO;
    });
    if (gesture.target?.id !== target?.id) {
      this.elements.get(gesture.target?.id)?.classList.remove("target");
      this.elements.get(target?.id)?.classList.add("target");
      gesture.target = target;
    }
  }

  stretch(gesture, event) {
    const box = this.root.getBoundingClientRect();
    const [left, right] = [gesture.start.x, event.clientX].sort((one, other) => one - other);
    const [top, bottom] = [gesture.start.y, event.clientY].sort((one, other) => one - other);
    gesture.area = { left, right, top, bottom };
    this.band.hidden = false;
    Object.assign(this.band.style, { transform: `translate(${left - box.left}px, ${top - box.top}px)`, width: `${right - left}px`, height: `${bottom - top}px` });
  }

  release(event) {
    this.pointers.delete(event.pointerId);
    const { gesture } = this;
    if (!gesture) return;
    if (gesture.kind === "pinch") return void (this.pointers.size || this.abandon());
    if (gesture.pointer !== event.pointerId) return;
    clearTimeout(gesture.hold);
    this.gesture = undefined;
    this.root.classList.remove("panning", "dragging");
    this.band.hidden = true;
    if (!gesture.isFar) return this.click(gesture);
    if (gesture.kind === "box") this.surround(gesture);
    if (gesture.kind === "thing") this.drop(gesture, event);
  }

  click({ id, keys, step }) {
    if (step) this.table.count(id, step.classList.contains("more") ? 1 : -1);
    if (id === undefined) {
      if (!keys) this.select([]);
    } else if (keys) this.toggle(id);
    else this.select([id]);
  }

  surround({ area, keys }) {
    const inside = this.table.state.things.filter((thing) => {
      const box = this.elements.get(thing.id).getBoundingClientRect();
      const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
      return !thing.locked && x > area.left && x < area.right && y > area.top && y < area.bottom;
    });
    this.select(inside.map((thing) => thing.id), { add: keys && this.selection.size > 0 });
  }

  drop(gesture, event) {
    gesture.last = { x: event.clientX, y: event.clientY };
    this.carry(gesture);
    const { ids, from, target, held, dx, dy } = gesture;
    for (const [made] of held) made.classList.remove("held");
    this.elements.get(target?.id)?.classList.remove("target");
    for (const [, thing] of held) this.shown.delete(thing.id);
    const places = held.map(([, thing]) => ({ thing, ...this.settled(thing, thing.x + dx, thing.y + dy) }));
    const isHand = this.table.handAt(event.clientX, event.clientY);
    // It is seen where it was dropped until the studio says where it lies.
    if (!isHand && !target) for (const { thing, x, y } of places) this.put(this.elements.get(thing.id), { ...thing, x, y });
    if (ids.length === 1 && !from) this.select(ids);
    if (!from) this.elements.get(ids[0])?.focus({ preventScroll: true });
    this.table.dropped({ from, onto: target, places, isHand });
  }

  /** Where a thing comes to lie: with its corner on the grid, if that is on. */
  settled(thing, x, y) {
    const bound = (value) => Math.round(Math.max(-90_000, Math.min(90_000, value)) * 100) / 100;
    if (!this.snaps) return { x: bound(x), y: bound(y) };
    const [across, down] = spanOf(thing, this.table.look);
    const onGrid = (value, side) => Math.round((value - side / 2) / GRID) * GRID + side / 2;
    return { x: bound(onGrid(x, across)), y: bound(onGrid(y, down)) };
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.abandon();
  }

  /** Puts back what was being dragged. */
  abandon() {
    const { gesture } = this;
    if (!gesture) return false;
    clearTimeout(gesture.hold);
    if (gesture.frame) cancelAnimationFrame(gesture.frame);
    this.gesture = undefined;
    this.band.hidden = true;
    this.root.classList.remove("panning", "dragging");
    for (const [made, thing] of gesture.held ?? []) {
      made.classList.remove("held");
      this.shown.delete(thing.id);
    }
    this.elements.get(gesture.target?.id)?.classList.remove("target");
    if (gesture.state) this.draw(this.table.state);
    return gesture.isFar;
  }

  context(event) {
    event.preventDefault();
    const made = event.target.closest(".thing");
    if (this.gesture?.hold) return;
    const id = made ? Number(made.dataset.id) : undefined;
    if (id === undefined) this.select([]);
    else if (!this.selection.has(id)) this.select([id]);
    this.table.openMenu(event.clientX, event.clientY);
  }

  twice(event) {
    const made = event.target.closest(".thing");
    if (made && !event.target.closest(".step")) this.table.activate(Number(made.dataset.id));
  }
}

