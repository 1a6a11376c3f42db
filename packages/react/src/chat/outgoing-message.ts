/** A message on its way. Its key makes sending it again harmless. */
export interface OutgoingMessage {
  readonly key: string;
  readonly conversationId: string;
  readonly text: string;
  readonly isSeparate: boolean;
  /** The question that its author saw, so that it answers no other one. */
  readonly answers?: { readonly inquiry: string; readonly revision: number };
  readonly writtenAt: number;
  /** New until the browser keeps it, so that only what survives a reload is said to wait. */
  readonly status: "new" | "waiting" | "sending" | "sent" | "failed";
  readonly problem?: string;
  /** Of the conversation that has it. */
  readonly version?: number;
}

/** Whether the conversation at a version has a message. */
export function isIn({ status, version: sentAs }: OutgoingMessage, version: number): boolean {
  return status === "sent" && sentAs !== undefined && sentAs <= version;
}
