/** What can be read of a block of any kind: its own plain words, or all of it. */
export function plainWordsOf(block: unknown): { readonly type: string; readonly text: string } {
  const fields = typeof block === "object" && block !== null ? (block as Readonly<Record<string, unknown>>) : {};
  const words = [fields.content, fields.text].find((value) => typeof value === "string" && value.trim() !== "");
  return {
    type: [fields.action_type, fields.type].find((value) => typeof value === "string")?.toString() ?? "?",
    text: words?.toString() ?? JSON.stringify(block, undefined, 2) ?? String(block),
  };
}
