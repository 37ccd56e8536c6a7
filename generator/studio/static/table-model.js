// What a page knows of what lies on the table. The studio does what is done; here is only what is seen at once
// while something is dragged. A state never changes: each function returns a new one.
//
// Of a pile a page knows the top and how many there are: {count, top: {card, up}, under?, uniform}; of one that lies
// face down its back. Places are centres, in mm. A thing further on in the list lies above those before it.

export const DICE = [4, 6, 8, 10, 12, 20];
/** What is taken off a stack has no id before the studio has given it one. */
export const LIFTED = -1;

export const find = (state, id) => state.things.find((thing) => thing.id === id);
export const isPile = (thing) => thing?.kind === "pile";
export const isStack = (thing) => isPile(thing) && thing.count > 1;

/** Puts things above all others, in the order in which they lay. */
export function raise(state, ids) {
  const isRaised = (thing) => ids.includes(thing.id) && !thing.locked;
  return { ...state, things: [...state.things.filter((thing) => !isRaised(thing)), ...state.things.filter(isRaised)] };
}

/** The top of a stack as a pile of its own, above all else. `back`: what is seen of what lies below, if nothing else is known. */
export function lift(state, id, back) {
  const stack = find(state, id);
  const top = { ...stack, id: LIFTED, count: 1, locked: false };
  const rest = { ...stack, count: stack.count - 1, top: stack.under ?? { card: back, up: false }, under: undefined };
  return { ...state, things: [...state.things.map((thing) => (thing.id === id ? rest : thing)), top] };
}
