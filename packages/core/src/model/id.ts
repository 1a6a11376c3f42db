/**
 * Ids within a conversation derive from its id and a count, so a repeated step produces the same ids and the core
 * needs no randomness: `conv_x` has `run_x_1`, `msg_x_1`, and its first sub-agent is `conv_xk1`. What a person decides on
 * also has the nonce of the command that asked, `inq_x_1_5f3a`: after a restore of an older state the counts come again,
 * and an answer to the question that was lost must not reach the one that took its count.
 */
export type DerivedKind = "run" | "inq" | "msg" | "perm" | "child";

export function derivedId(kind: DerivedKind, conversationId: string, count: number, nonce?: string): string {
  const body = bodyOf(conversationId);
  if (kind === "child") return `conv_${body}k${count}`;
  return `${kind}_${body}_${count}${nonce === undefined ? "" : `_${nonce}`}`;
}

/** The conversation to which a derived id belongs; undefined when the text is not a derived id. */
export function conversationIdOf(derived: string): string | undefined {
  const match = /^(?:run|inq|msg)_([0-9a-z]+)_[1-9][0-9]{0,8}(?:_[0-9a-z]{1,32})?$/.exec(derived);
  return match ? `conv_${match[1]}` : undefined;
}

/** The count in a derived id. */
export function countOf(derived: string): number {
  return Number(derived.split("_")[2]);
}

/** The nonce in a derived id; ids that were given before there were nonces have none. */
export function nonceOf(derived: string): string | undefined {
  return derived.split("_")[3];
}

/**
 * The revision after another one. It goes up by 32 bits of the nonce and not by one: after a restore an inquiry is changed
 * again, and an answer to the change that was lost must not name the new one.
 */
export function nextRevision(revision: number, nonce?: string): number {
  return revision + 1 + (nonce === undefined ? 0 : Number.parseInt(nonce.slice(0, 8), 16));
}

function bodyOf(conversationId: string): string {
  return conversationId.slice(conversationId.indexOf("_") + 1);
}
