/** Names calls so that every provider takes them. A result is named after the latest call with its id. */
export interface CallIds {
  forCall(id: string): string;
  forResult(id: string): string;
}

const longest = 40;

/**
 * Some models use a call id again in a later step, and some use characters or lengths that others refuse.
 * An agent's model can change while its conversation lasts, so ids are made to fit all: unique, plain and short.
 */
export function createCallIds(): CallIds {
  const used = new Set<string>();
  const uses = new Map<string, number>();
  const named = new Map<string, string>();
  return {
    forCall(id) {
      const plain = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, longest) || "call";
      let count = uses.get(plain) ?? 0;
      let name = plain;
      do {
        count += 1;
        const suffix = count === 1 ? "" : `_${count}`;
        name = plain.slice(0, longest - suffix.length) + suffix;
      } while (used.has(name));
      used.add(name);
      uses.set(plain, count);
      named.set(id, name);
      return name;
    },
    forResult: (id) => named.get(id) ?? id,
  };
}
