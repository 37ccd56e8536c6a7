// The room that a page is in: what it asks of the studio, what it hears of the others, and who sits where.

import { button, element, fetched, game, on, send } from "/static/studio.js";
import { choice, field, openDialog } from "/static/table-dialogs.js";
import { PX } from "/static/table-look.js";

const GUEST = "guest";
const POINT_MS = 100, SILENT_MS = 8000, PING_MS = 2500, CARRIED_MS = 1500, AGAIN_MS = 500;
const NAME = "gatepress-name";
const seatKey = (code) => `gatepress-seat-${game}-${code}`;

/** `table`: {now, cloth, heard, say, kept, tell}. `kept`: what begins a table of this browser's own anew. */
export class Room {
  constructor(root, table) {
    Object.assign(this, { table, code: root.dataset.room, key: root.dataset.key, link: root.dataset.link, seat: 0, pointers: new Map(), heard: 0, isBusy: false });
    this.isShared = Boolean(this.code);
    this.isGuest = this.isShared && this.key === GUEST;
    on("table", (event) => this.hear(event));
    on("hello", () => this.table.now && this.refresh());
  }

  address(what, key = this.key) {
    return `/${game}/table/room/${this.code}/${key}/${what}?seat=${this.seat}`;
  }

  /** How the table stands; one of this browser's own that the studio does not know any more is laid again as it was kept. */
  async state() {
    try {
      return await fetched(this.address("state"));
    } catch (error) {
      if (this.isShared || error.status !== 404) throw error;
      await this.begin();
      return fetched(this.address("state"));
    }
  }

  async begin() {
    const { room, key } = await send(`/${game}/table/new`, this.table.kept());
    Object.assign(this, { code: room, key });
  }

  /** Has a command done, and answers with how the table stands then. The studio does none twice. */
  async act(command) {
    const asked = { ...command, nonce: crypto.getRandomValues(new Uint32Array(2)).join("-") };
    this.isBusy = true;
    try {
      return await send(this.address("do"), asked).catch(async (error) => {
        if (error.status === undefined) await new Promise((done) => { setTimeout(done, AGAIN_MS); });
        else if (error.status === 404 && !this.isShared) await this.begin();
        else throw error;
        return send(this.address("do"), asked);
      });
    } finally {
      this.isBusy = false;
    }
  }

  /** Asks how the table stands, until it is told. */
  async refresh() {
    clearTimeout(this.again);
    try {
      this.table.heard(await this.state());
    } catch (error) {
      this.table.tell(error.message);
      if (error.status === undefined) this.again = setTimeout(() => this.refresh(), AGAIN_MS);
    }
  }

  /** The answer to a command tells more than the event that goes with it. */
  catchUp() {
    if (this.heard > this.table.now.version && !this.isBusy) this.refresh();
  }

  hear(event) {
    const { now } = this.table;
    if (!now || event.channel !== now.channel) return;
    this.heard = Math.max(this.heard, event.version);
    this.catchUp();
    if (event.seat !== undefined && event.seat !== now.seat) this.show(event);
  }

  // Pointers

  /** Tells the others where this one points, and what it drags there. */
  point(place, dragged = {}, isPing = false) {
    if (!this.isShared || this.isGuest) return;
    const now = performance.now();
    if (!isPing && now - (this.pointed ?? -POINT_MS) < POINT_MS) return;
    this.pointed = now;
    send(this.address("point"), { x: place.x, y: place.y, ping: isPing, ...dragged }).catch(() => { /* the next one comes at once */ });
    if (isPing) this.ping(place, this.table.now.seat);
  }

  show({ seat, name, x, y, ping, ids, dx, dy }) {
    let shown = this.pointers.get(seat);
    if (!shown) {
      shown = { made: element("div", { class: `pointer seat-${seat + 1}`, "aria-hidden": "true" }, element("span", {}, name)) };
      this.pointers.set(seat, shown);
      this.table.cloth.plane.append(shown.made);
    }
    shown.made.style.transform = `translate(${x * PX}px, ${y * PX}px)`;
    clearTimeout(shown.timer);
    shown.timer = setTimeout(() => {
      shown.made.remove();
      this.pointers.delete(seat);
    }, SILENT_MS);
    if (ids) this.table.cloth.carried(ids, dx, dy, CARRIED_MS);
    if (!ping) return;
    this.ping({ x, y }, seat);
    this.table.say(`${name} points at something`);
  }

  ping({ x, y }, seat) {
    const made = element("div", { class: `ping seat-${seat + 1}`, "aria-hidden": "true" });
    made.style.transform = `translate(${x * PX}px, ${y * PX}px)`;
    this.table.cloth.plane.append(made);
    setTimeout(() => made.remove(), PING_MS);
  }

  // Who sits where

  share() {
    const name = element("input", { type: "text", value: "evening", maxlength: "60", required: true, pattern: "[a-z0-9]+(-[a-z0-9]+)*", title: "small letters, digits and hyphens" });
    const person = personField();
    const seat = choice(this.table.now.seats.map((_, number) => [number, `Seat ${number + 1}`]), this.seat);
    const asItLies = element("input", { type: "checkbox" });
    openDialog("Share the table", [
      element("p", {}, "Others come in with a code. Each sees only their own hand; the studio keeps everything in the folder tables. The table is set up again, because this browser knows what is hidden here."),
      field("Name of the file", name), field("Your name", person), field("Your seat", seat), field("Share it as it is here anyway", asItLies),
    ], [{ label: "Share", act: async () => this.go(await send(this.address("share"), { name: name.value.trim(), person: named(person), seat: Number(seat.value), as_it_lies: asItLies.checked })) }]);
  }

  join() {
    const code = element("input", { type: "text", maxlength: "12", required: true, autocapitalize: "characters", autocomplete: "off", spellcheck: "false" });
    openDialog("Join a table", [field("Code", code)], [{
      label: "Join",
      act: async () => {
        const given = code.value.trim().toUpperCase();
        const { address } = await send(`/${game}/table/join`, { code: given });
        location.assign(address);
      },
    }]);
  }

  /** Back to the seat that this browser had, or asks for one. */
  async arrive() {
    const key = localStorage.getItem(seatKey(this.code));
    if (key) {
      const { seat } = await send(`/${game}/table/join`, { code: this.code, key });
      if (seat !== null) return location.replace(`/${game}/table/room/${this.code}/${key}`);
      localStorage.removeItem(seatKey(this.code));
    }
    this.sit();
  }

  sit(chosen) {
    const free = this.table.now.seats.map((seat, number) => ({ ...seat, number })).filter(({ taken }) => !taken);
    if (!free.length) return this.table.tell("All seats are taken; you are watching");
    const person = personField();
    const seat = choice(free.map(({ number, held }) => [number, `Seat ${number + 1}${held ? `, with ${held} in hand` : ""}`]), chosen ?? free[0].number);
    openDialog("Sit down", [element("p", {}, "Or close this to watch."), field("Your name", person), field("Seat", seat)], [{
      label: "Sit down",
      act: async () => this.go(await send(`/${game}/table/room/${this.code}/sit`, { person: named(person), seat: Number(seat.value) })),
    }]);
  }

  about() {
    const { seats, file } = this.table.now;
    const link = element("input", { type: "text", readonly: true, value: this.link, "aria-label": "Link" });
    link.addEventListener("focus", () => link.select());
    const rows = seats.map(({ name, taken, held }, number) => element("li", { class: `seat-${number + 1}` }, taken ? name : `Seat ${number + 1}, free`, ` · ${held} in hand`));
    const leave = button(async () => {
      const { address } = await send(this.address("leave"), {});
      localStorage.removeItem(seatKey(this.code));
      location.assign(address);
    }, { class: "plain" }, "Stand up");
    openDialog(`Table ${this.code}`, [
      element("p", {}, "Others join with the code ", element("strong", { class: "code" }, this.code), ", or open this address:"),
      field("Link", link), element("ul", { class: "boxed" }, ...rows),
      element("p", {}, `Everything is kept in tables/${file} as you play. A seat is yours on this browser; a player who stands up leaves the hand to the next.`),
      ...(this.isGuest ? [] : [leave]),
    ]);
  }

  go({ address, room }) {
    localStorage.setItem(seatKey(room), address.split("/").pop());
    location.assign(address);
    return false;
  }
}

const personField = () => element("input", { type: "text", maxlength: "24", required: true, value: localStorage.getItem(NAME) ?? "", autocomplete: "nickname" });

function named(input) {
  localStorage.setItem(NAME, input.value.trim());
  return input.value.trim();
}
