/**
 * Ids within a conversation derive from its id and a count, so a repeated step produces the same ids and the core
 * needs no randomness: `conv_x` has `run_x_1`, `inq_x_1`, `msg_x_1`, and its first sub-agent is `conv_xk1`.
 */
export type DerivedKind = "run" | "inq" | "msg" | "perm" | "child";

export function derivedId(kind: DerivedKind, conversationId: string, count: number): string {
  const body = bodyOf(conversationId);
  return kind === "child" ? `conv_${body}k${count}` : `${kind}_${body}_${count}`;
}

/** The conversation to which a derived id belongs; undefined when the text is not a derived id. */
export function conversationIdOf(derived: string): string | undefined {
  const match = /^(?:run|inq|msg)_([0-9a-z]+)_[1-9][0-9]{0,8}$/.exec(derived);
  return match ? `conv_${match[1]}` : undefined;
}

/** The count in a derived id. */
export function countOf(derived: string): number {
  return Number(derived.slice(derived.lastIndexOf("_") + 1));
}

function bodyOf(conversationId: string): string {
  return conversationId.slice(conversationId.indexOf("_") + 1);
}
