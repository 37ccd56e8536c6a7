// What lies on the table, and what can be done with it. A state never changes: each function returns a new one.
//
// A piece is {card, up}; pieces[0] of a pile is its top. Places are centres, in mm. A thing further on in the
// list lies above those before it. Pieces are on the table, in a hand or in the box, and never lost.

export const MAX_SEATS = 6;
export const DICE = [4, 6, 8, 10, 12, 20];

/** A whole number from 0 to below `bound`, each as likely as the others. */
export function below(bound) {
  const limit = Math.floor(2 ** 32 / bound) * bound;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn); while (drawn[0] >= limit);
  return drawn[0] % bound;
}

/** The same values in an order by chance. */
export function shuffled(values) {
  const mixed = [...values];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

export const emptyTable = (seats) => ({ seats, seat: 0, next: 1, things: [], hands: Array.from({ length: seats }, () => []), box: [], names: {} });

/** The table at the start. `plan.lots[index]`: "shuffled", "ordered" or "box", where it is not as usual. */
export function setUp(game, plan) {
  let state = emptyTable(plan.seats);
  game.lots.forEach((lot, index) => {
    const order = plan.lots[index] ?? usualOrder(lot);
    const pieces = lot.pieces.map((card) => ({ card, up: lot.is_up }));
    if (order === "box") state = { ...state, box: [...state.box, ...pieces.map((piece) => ({ ...piece, up: true }))] };
    else {
      const pile = { kind: "pile", x: lot.x, y: lot.y, turn: 0, locked: lot.what === "board", pieces: order === "shuffled" ? shuffled(pieces) : pieces };
      state = add(state, pile);
    }
  });
  return state;
}

export const usualOrder = (lot) => (lot.is_out ? (lot.is_shuffled ? "shuffled" : "ordered") : "box");

export const find = (state, id) => state.things.find((thing) => thing.id === id);
export const isPile = (thing) => thing?.kind === "pile";

export function add(state, thing) {
  return { ...state, next: state.next + 1, things: [...state.things, { ...thing, id: state.next }] };
}

const change = (state, ids, how) => ({ ...state, things: state.things.map((thing) => (ids.includes(thing.id) ? how(thing) : thing)) });
const without = (state, ids) => ({ ...state, things: state.things.filter((thing) => !ids.includes(thing.id)) });
export const set = (state, id, values) => change(state, [id], (thing) => ({ ...thing, ...values }));

/** Puts things above all others, in the order in which they lay. */
export function raise(state, ids) {
  const isRaised = (thing) => ids.includes(thing.id) && !thing.locked;
  return { ...state, things: [...state.things.filter((thing) => !isRaised(thing)), ...state.things.filter(isRaised)] };
}

/** Moves things to places: a map from ids to {x, y}. */
export function place(state, places) {
  return change(state, [...places.keys()], (thing) => ({ ...thing, ...places.get(thing.id) }));
}

export const turnOver = (pieces) => pieces.map((piece) => ({ ...piece, up: !piece.up })).reverse();

/** Turns things over: a pile as a whole, so that its last piece is its first. */
export function flip(state, ids) {
  return change(state, ids, (thing) => {
    if (isPile(thing)) return { ...thing, pieces: turnOver(thing.pieces) };
    return thing.kind === "coin" ? { ...thing, value: 1 - thing.value } : thing;
  });
}

/** Turns over the top piece of a pile alone. */
export function flipTop(state, id) {
  return change(state, [id], (thing) => ({ ...thing, pieces: thing.pieces.map((piece, at) => (at ? piece : { ...piece, up: !piece.up })) }));
}

export const rotate = (state, ids, by = 90) => change(state, ids, (thing) => ({ ...thing, turn: (thing.turn + by + 360) % 360 }));

/** Shuffles piles, rolls dice, tosses coins. */
export function shuffle(state, ids) {
  return change(state, ids, (thing) => {
    if (isPile(thing)) return { ...thing, pieces: shuffled(thing.pieces) };
    if (thing.kind === "die") return { ...thing, value: 1 + below(thing.sides) };
    return thing.kind === "coin" ? { ...thing, value: below(2) } : thing;
  });
}

/** The state without so many pieces from the top of a pile, and those pieces. */
function takeOff(state, id, count) {
  const { pieces } = find(state, id);
  const rest = pieces.slice(count);
  return [rest.length ? set(state, id, { pieces: rest }) : without(state, [id]), pieces.slice(0, count)];
}

/** The top pieces of a pile as a pile of their own, above all else; its id is the state's `next` before. */
export function take(state, id, count, x, y) {
  const { turn } = find(state, id);
  const [rest, pieces] = takeOff(state, id, count);
  return add(rest, { kind: "pile", x, y, turn, locked: false, pieces });
}

/** One piece out of a pile, wherever in it. */
export function takeOne(state, id, at, x, y) {
  const pile = find(state, id);
  const rest = pile.pieces.filter((_, index) => index !== at);
  const left = rest.length ? set(state, id, { pieces: rest }) : without(state, [id]);
  return add(left, { kind: "pile", x, y, turn: pile.turn, locked: false, pieces: [pile.pieces[at]] });
}

const intoHand = (state, seat, pieces) => ({
  ...state, hands: state.hands.map((hand, at) => (at === seat ? [...hand, ...pieces.map((piece) => ({ ...piece, up: true }))] : hand)),
});

/** Draws from the top of each pile into the hand of the seat. */
export function draw(state, ids, count = 1) {
  return ids.reduce((before, id) => {
    const [rest, pieces] = takeOff(before, id, count);
    return intoHand(rest, state.seat, pieces);
  }, state);
}

/** Takes whole piles into the hand. */
export const drawAll = (state, ids) => ids.reduce((before, id) => draw(before, [id], find(before, id).pieces.length), state);

/** Deals so many to each seat, one after the other round the table, as far as the pile goes. */
export function deal(state, id, count) {
  let now = state;
  for (let round = 0; round < count; round += 1) {
    for (let seat = 0; seat < state.seats && find(now, id); seat += 1) {
      const [rest, pieces] = takeOff(now, id, 1);
      now = intoHand(rest, seat, pieces);
    }
  }
  return now;
}

/** Puts a pile on top of another. */
export function join(state, id, onto) {
  const { pieces } = find(state, id);
  return change(without(state, [id]), [onto], (thing) => ({ ...thing, pieces: [...pieces, ...thing.pieces] }));
}

/** Makes one stack of several piles, where the lowest lies; what lay above others is above them in it. */
export function group(state, ids) {
  const [lowest, ...others] = state.things.filter((thing) => ids.includes(thing.id)).map((thing) => thing.id);
  return raise(others.reduce((before, id) => join(before, id, lowest), state), [lowest]);
}

/** Lays the pieces of a pile beside one another, the top one first. */
export function spread(state, id, step) {
  const pile = find(state, id);
  const perRow = Math.ceil(Math.sqrt(pile.pieces.length * 2));
  return pile.pieces.reduce((before, piece, at) => add(before, {
    kind: "pile", turn: pile.turn, locked: false, pieces: [piece],
    x: pile.x + (at % perRow) * step.x, y: pile.y + Math.floor(at / perRow) * step.y,
  }), without(state, [id]));
}

/** Puts things back: pieces go to the box; dice, coins, counters and notes go away. */
export function toBox(state, ids) {
  const pieces = state.things.filter((thing) => ids.includes(thing.id) && isPile(thing)).flatMap((thing) => thing.pieces);
  return { ...without(state, ids), box: [...state.box, ...pieces.map((piece) => ({ ...piece, up: true }))] };
}

/** Everything goes back to the box. */
export function clear(state) {
  const emptied = toBox(state, state.things.map((thing) => thing.id));
  return { ...emptied, hands: state.hands.map(() => []), box: [...emptied.box, ...state.hands.flat()] };
}

/** Takes so many of a card out of the box. */
export function unbox(state, card, count, x, y) {
  const taken = state.box.filter((piece) => piece.card === card).slice(0, count);
  return add({ ...state, box: state.box.filter((piece) => !taken.includes(piece)) }, { kind: "pile", x, y, turn: 0, locked: false, pieces: taken });
}

const withHand = (state, seat, hand) => ({ ...state, hands: state.hands.map((old, at) => (at === seat ? hand : old)) });
const handWithout = (state, at) => withHand(state, state.seat, state.hands[state.seat].filter((_, index) => index !== at));

/** Lays a card of the hand on the table. */
export function play(state, at, x, y, up = true) {
  const piece = { ...state.hands[state.seat][at], up };
  return add(handWithout(state, at), { kind: "pile", x, y, turn: 0, locked: false, pieces: [piece] });
}

export function discard(state, at) {
  return { ...handWithout(state, at), box: [...state.box, state.hands[state.seat][at]] };
}

export const give = (state, at, seat) => intoHand(handWithout(state, at), seat, [state.hands[state.seat][at]]);

/** Moves a card within the hand. */
export function arrange(state, from, to) {
  const hand = [...state.hands[state.seat]];
  const [piece] = hand.splice(from, 1);
  hand.splice(Math.max(0, Math.min(hand.length, to)), 0, piece);
  return withHand(state, state.seat, hand);
}

export const sortHand = (state, key) => withHand(state, state.seat, [...state.hands[state.seat]].sort((one, other) => key(one).localeCompare(key(other))));

/** Changes how many sit there; hands of seats that go are put into the box. */
export function seat(state, seats) {
  const hands = Array.from({ length: seats }, (_, at) => state.hands[at] ?? []);
  return { ...state, seats, seat: Math.min(state.seat, seats - 1), hands, box: [...state.box, ...state.hands.slice(seats).flat()] };
}

/** How many of each card there are, wherever they are. */
export function counts(state) {
  const found = new Map();
  const everywhere = [...state.things.flatMap((thing) => thing.pieces ?? []), ...state.hands.flat(), ...state.box];
  for (const { card } of everywhere) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

/** Puts into the box what the game has and the table has not: cards that were added since. */
export function complete(state, game) {
  const there = counts(state);
  const wanted = new Map();
  for (const lot of game.lots) for (const card of lot.pieces) wanted.set(card, (wanted.get(card) ?? 0) + 1);
  const missing = [...wanted].flatMap(([card, count]) => Array.from({ length: Math.max(0, count - (there.get(card) ?? 0)) }, () => ({ card, up: true })));
  return missing.length ? { ...state, box: [...state.box, ...missing] } : state;
}
