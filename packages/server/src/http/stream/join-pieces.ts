/** The latest join of pieces that begin with a piece. */
const joinByFirst = new WeakMap<Uint8Array, { readonly pieces: readonly Uint8Array[]; readonly bytes: Uint8Array }>();

/**
 * Joins pieces of bytes. Readers that wait for the same pieces share the result: a copy for each of them would be most of
 * what a server with many readers allocates.
 */
export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const [first = Buffer.alloc(0)] = pieces;
  if (pieces.length <= 1) return first;
  const latest = joinByFirst.get(first);
  if (latest && isSame(latest.pieces, pieces)) return latest.bytes;
  const bytes = Buffer.concat(pieces);
  joinByFirst.set(first, { pieces, bytes });
  return bytes;
}

function isSame(some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean {
  return some.length === others.length && some.every((piece, index) => piece === others[index]);
}
