/** The range in which all ids of one kind that derive from a conversation lie: they differ only in the count at the end. */
export function derivedIds(kind: "inq" | "run", conversationId: string): readonly [string, string] {
  const prefix = `${kind}_${conversationId.slice("conv_".length)}_`;
  return [prefix, `${prefix}~`];
}
