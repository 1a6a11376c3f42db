import { contractNames, type Message, type Part } from "@askback/core";

interface Line {
  readonly from: "summary" | "person" | "answer" | "agent" | "tool";
  readonly text: string;
  /** Whether it holds what a person said. */
  readonly isSpoken: boolean;
}

/**
 * A part of the transcript as plain text for a summary: one message a line, as JSON, so that no text can pass for another's.
 * What does not fit into the room is cut, the longest texts first, and what people said last of all.
 */
export function minutesOf(messages: readonly Message[], earlier: string | undefined, room: number): string {
  const lines: readonly Line[] = [
    ...(earlier === undefined ? [] : [{ from: "summary" as const, text: earlier, isSpoken: true }]),
    ...messages.flatMap(linesOf),
  ];
  const spoken = lines.filter(({ isSpoken }) => isSpoken);
  const others = lines.filter(({ isSpoken }) => !isSpoken);
  const spokenLimit = limitFor(spoken, room);
  const taken = spoken.reduce((sum, { text }) => sum + Math.min(text.length, spokenLimit), 0);
  const otherLimit = limitFor(others, room - taken);
  const written = lines.map(({ from, text, isSpoken }) =>
    JSON.stringify({ from, text: cut(text, isSpoken ? spokenLimit : otherLimit) }),
  );
  return written.join("\n") || "(nothing was said)";
}

function linesOf({ role, parts }: Message): Line[] {
  return parts.flatMap((part): Line[] => {
    const text = wordsOf(part);
    if (text === "") return [];
    const isAnswer = part.type === "result" && contractNames.includes(part.result.name);
    return [{ from: isAnswer ? "answer" : role, text, isSpoken: role === "person" || isAnswer }];
  });
}

function wordsOf(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "reasoning":
      return "";
    case "call":
      return `calls ${part.call.name} with ${JSON.stringify(part.call.input)}`;
    case "result":
      return `result of ${part.result.name}: ${part.result.text}`;
  }
}

/** The greatest length at which texts, each cut to it, fit into the room together. */
function limitFor(lines: readonly Line[], room: number): number {
  const lengths = lines.map(({ text }) => text.length).sort((a, b) => a - b);
  let left = Math.max(0, room);
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** A text cut to a length, with a mark where it was. */
export function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()} [cut]` : text.toWellFormed();
}
