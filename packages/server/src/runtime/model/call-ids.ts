/** Maps call ids to ids that every provider accepts. A result belongs to the latest call with its id. */
export interface CallIds {
  forCall(id: string): string;
  forResult(id: string): string;
}

const maxLength = 40;

/**
 * Some models reuse a call id in a later step, and some use characters or lengths that others refuse. The model of an agent
 * can change during a conversation, so ids are made unique, plain and short.
 */
export function createCallIds(): CallIds {
  const used = new Set<string>();
  const uses = new Map<string, number>();
  const nameById = new Map<string, string>();
  return {
    forCall(id) {
      const plain = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, maxLength) || "call";
      let count = uses.get(plain) ?? 0;
      let name = plain;
      do {
        count += 1;
        const suffix = count === 1 ? "" : `_${count}`;
        name = plain.slice(0, maxLength - suffix.length) + suffix;
      } while (used.has(name));
      used.add(name);
      uses.set(plain, count);
      nameById.set(id, name);
      return name;
    },
    forResult: (id) => nameById.get(id) ?? id,
  };
}
