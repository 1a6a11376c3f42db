import type * as wire from "@askback/core/wire";
import { safeText } from "../text/safe-text.ts";

interface Piece {
  readonly runId: string;
  readonly step: number;
  readonly offset: number;
  readonly delta: string;
}

/** Prints the text of replies once, whether it streams or is read afterwards. */
export interface ReplyPrinter {
  stream(piece: Piece): void;
  /** Prints what did not stream of these messages. */
  finish(messages: readonly wire.Message[]): void;
  /** Counts these messages as read. */
  skip(messages: readonly wire.Message[]): void;
}

export function createReplyPrinter(write: (text: string) => void): ReplyPrinter {
  /** How much of each reply is printed. */
  const printed = new Map<string, number>();
  const keyOf = ({ runId, step }: { readonly runId?: string | undefined; readonly step?: number | undefined }) =>
    `${runId} ${step}`;
  let isMidLine = false;

  function print(text: string): void {
    if (text === "") return;
    write(safeText(text));
    isMidLine = !text.endsWith("\n");
  }

  return {
    stream(piece) {
      const { offset, delta } = piece;
      const length = printed.get(keyOf(piece)) ?? 0;
      // A piece that came too early is read when the reply is complete.
      if (offset > length || offset + delta.length <= length) return;
      if (length === 0 && isMidLine) print("\n");
      print(delta.slice(length - offset));
      printed.set(keyOf(piece), offset + delta.length);
    },
    finish(messages) {
      for (const message of messages) {
        const text = textOf(message);
        const length = printed.get(keyOf(message)) ?? 0;
        if (message.role !== "agent" || text.length <= length) continue;
        if (length === 0 && isMidLine) print("\n");
        print(text.slice(length));
        printed.set(keyOf(message), text.length);
      }
      if (isMidLine) print("\n");
    },
    skip(messages) {
      for (const message of messages) printed.set(keyOf(message), textOf(message).length);
    },
  };
}

function textOf({ blocks }: wire.Message): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}
