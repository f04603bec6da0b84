// A colour for each person: the same one on cards, in texts and in reasons.

const COLOURS = 12;
const given = new Map();

// The colours of these people; the first ones have different ones as far as there are enough.
export function claim(ids) {
  const taken = new Set(ids.map((id) => given.get(id)).filter((each) => each !== undefined));
  let next = 0;
  for (const id of ids) {
    if (!id || given.has(id)) continue;
    while (taken.has(next) && taken.size < COLOURS) next = (next + 1) % COLOURS;
    given.set(id, next);
    taken.add(next);
    next = (next + 1) % COLOURS;
  }
}

export function colour(id) {
  if (!id) return "";
  claim([id]);
  return `c${given.get(id)}`;
}

// A list of namesakes begins anew, so that they differ from each other.
export function begin(ids) {
  given.clear();
  claim(ids);
}
