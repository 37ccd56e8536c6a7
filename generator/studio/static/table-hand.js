// The hand of the seat that is looking: a fan of cards, to be played, passed on and put in order.

import { at, button, element } from "/static/studio.js";
import { openDialog, openMenu } from "/static/table-dialogs.js";
import { faceOf, sizeOf } from "/static/table-look.js";

const GAP = 4;

/** What shows the hand; `table`: {now, look, perform, sit, cloth}. */
export function makeHand(table) {
  let handAt = -1;

  function show() {
    const had = at("fan").contains(document.activeElement);
    const { seats, seat: own, shared: isShared } = table.now;
    const shown = seats.map(({ name, taken, held }, seat) => {
      const isFree = isShared && !taken, called = isFree ? `Free seat ${seat + 1}` : name;
      const label = `${called}: ${held === 1 ? "1 card" : `${held} cards`}`;
      const inside = [called, " ", element("span", { class: "held-count" }, String(held))];
      const marks = { class: `seat seat-${seat + 1}`, "aria-label": label };
      if (!isShared) return button(() => table.sit(seat), { ...marks, "aria-pressed": String(seat === own) }, ...inside);
      if (own === null && isFree) return button(() => table.sit(seat), marks, ...inside);
      return element("span", { ...marks, role: "img", class: `${marks.class}${seat === own ? " own" : ""}${isFree ? " free" : ""}` }, ...inside);
    });
    const hadSeat = at("seats").contains(document.activeElement);
    at("seats").replaceChildren(...shown);
    if (hadSeat) shown[own ?? 0].focus();
    const { hand } = table.now;
    at("fan").replaceChildren(...hand.map(handCard));
    at("fan").classList.toggle("none", hand.length === 0);
    at("fan").dataset.empty = own === null ? "You are watching. Only those who hold a hand see it." : `${seats[own].name} has no cards: drag cards here, or draw with D`;
    const room = at("fan").clientWidth - 24;
    const widest = Math.max(0, ...[...at("fan").children].map((made) => made.offsetWidth));
    const overlap = hand.length > 1 ? Math.min(0, Math.max(26 - widest, (room - widest) / (hand.length - 1) - widest)) : 0;
    for (const made of [...at("fan").children].slice(1)) made.style.marginLeft = `${overlap}px`;
    if (had) at("fan").querySelectorAll("button")[Math.max(0, Math.min(handAt, hand.length - 1))]?.focus();
  }

  function handCard(piece, index) {
    const kind = table.look(piece.card);
    const made = element("button", { type: "button", class: "held-card", "aria-haspopup": "menu", "aria-label": `${kind.name}, ${index + 1} of ${table.now.hand.length} in the hand` }, faceOf(piece, table.look));
    made.style.aspectRatio = `${kind.width} / ${kind.height}`;
    made.addEventListener("click", () => {
      const box = made.getBoundingClientRect();
      openHandMenu(index, box.left, box.top);
    });
    made.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      openHandMenu(index, event.clientX, event.clientY);
    });
    made.addEventListener("keydown", (event) => onHandKey(event, index));
    made.addEventListener("focus", () => { handAt = index; });
    made.addEventListener("pointerdown", (event) => dragFromHand(event, made, index));
    return element("li", {}, made);
  }

  /** A command for a card of the hand; the studio looks whether it is still that one. */
  const act = (name, index, more) => table.perform({ do: name, at: index, card: table.now.hand[index].card, ...more });

  function openHandMenu(index, x, y) {
    const { name } = table.look(table.now.hand[index].card);
    handAt = index;
    const others = table.now.seats.map((seat, number) => ({ ...seat, number })).filter(({ number }) => number !== table.now.seat);
    openMenu(x, y, [
      { label: "Play face up", key: "P", act: () => playHand(index, true) },
      { label: "Play face down", act: () => playHand(index, false) },
      { label: "Look closely…", key: "L", act: () => closely(index) },
      { label: "Move to the left", key: "←", act: () => arrange(index, index - 1) },
      { label: "Move to the right", key: "→", act: () => arrange(index, index + 1) },
      { label: "Sort the hand by name", act: () => table.perform({ do: "sort" }) },
      ...others.map((seat) => ({ label: `Give to ${seat.name}`, act: () => act("give", index, { seat: seat.number }) })),
      { label: "Back to the box", key: "Del", act: () => act("discard", index) },
    ], name);
  }

  function onHandKey(event, index) {
    const acts = { p: () => playHand(index, true), l: () => closely(index), arrowleft: () => arrange(index, index - 1), arrowright: () => arrange(index, index + 1), delete: () => act("discard", index) };
    const chosen = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key.toLowerCase()];
    if (!chosen) return;
    event.preventDefault();
    chosen();
  }

  function arrange(from, to) {
    if (to < 0 || to >= table.now.hand.length) return;
    handAt = to;
    act("arrange", from, { spot: to });
  }

  function closely(index) {
    const piece = table.now.hand[index];
    openDialog(table.look(piece.card).name, [element("ul", { class: "looked" }, element("li", {}, element("figure", {}, faceOf(piece, table.look, 900))))]).classList.add("wide");
  }

  function playHand(index, up, point) {
    const { card } = table.now.hand[index];
    const { x, y } = point ?? table.cloth.free(table.cloth.middle(), table.look(card).width + GAP);
    const thing = { id: 0, kind: "pile", turn: 0, count: 1, top: { card, up } };
    const onto = point && table.cloth.piles({ state: table.now, held: [[null, thing]] }).find((other) => Math.hypot(other.x - x, other.y - y) < sizeOf(other, table.look)[0] * 0.3);
    act("play", index, { x: Math.round(x), y: Math.round(y), up, onto: onto?.id });
  }

  function dragFromHand(event, made, index) {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    let ghost;
    const move = (moved) => {
      if (!ghost) {
        if (Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < 8) return;
        ghost = made.cloneNode(true);
        ghost.className = "ghost";
        ghost.style.width = `${made.offsetWidth}px`;
        document.body.append(ghost);
        made.classList.add("lifted");
      }
      ghost.style.transform = `translate(${moved.clientX - made.offsetWidth / 2}px, ${moved.clientY - made.offsetHeight / 2}px)`;
    };
    const end = (ended) => {
      made.removeEventListener("pointermove", move);
      made.removeEventListener("pointerup", end);
      made.removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      made.classList.remove("lifted");
      made.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
      setTimeout(show, 0);
      if (ended.type === "pointercancel") return;
      const under = document.elementFromPoint(ended.clientX, ended.clientY);
      if (under?.closest(".stage")) playHand(index, true, table.cloth.at(ended.clientX, ended.clientY));
      else if (under?.closest("#hand")) {
        const others = [...at("fan").querySelectorAll("button")];
        const to = others.filter((other) => other !== made && other.getBoundingClientRect().left + 13 < ended.clientX).length;
        if (to !== index) arrange(index, to);
      }
    };
    made.setPointerCapture(event.pointerId);
    made.addEventListener("pointermove", move);
    made.addEventListener("pointerup", end);
    made.addEventListener("pointercancel", end);
  }

  return show;
}
