import { contractNames, fileText, type Message, type Part } from "@askback/core";

interface Line {
  readonly from: "summary" | "person" | "answer" | "agent" | "tool";
  readonly text: string;
  readonly isByPerson: boolean;
}

/**
 * A part of the transcript as text for a summary: one JSON object a line, so that no text can pass for another message.
 * To keep the length, the longest texts are cut first, and those of people last of all.
 */
export function toTranscriptText(messages: readonly Message[], earlier: string | undefined, maxLength: number): string {
  const lines: readonly Line[] = [
    ...(earlier === undefined ? [] : [{ from: "summary" as const, text: earlier, isByPerson: true }]),
    ...messages.flatMap(toLines),
  ];
  const personLines = lines.filter(({ isByPerson }) => isByPerson);
  const otherLines = lines.filter(({ isByPerson }) => !isByPerson);
  const personLimit = limitFor(personLines, maxLength);
  const used = personLines.reduce((sum, { text }) => sum + Math.min(text.length, personLimit), 0);
  const otherLimit = limitFor(otherLines, maxLength - used);
  const texts = lines.map(({ from, text, isByPerson }) =>
    JSON.stringify({ from, text: cutText(text, isByPerson ? personLimit : otherLimit) }),
  );
  return texts.join("\n") || "(nothing was said)";
}

function toLines({ role, parts }: Message): Line[] {
  return parts.flatMap((part): Line[] => {
    const text = partToText(part);
    if (text === "") return [];
    const isAnswer = part.type === "result" && contractNames.includes(part.result.name);
    return [{ from: isAnswer ? "answer" : role, text, isByPerson: role === "person" || isAnswer }];
  });
}

function partToText(part: Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "reasoning":
      return "";
    case "file":
      return fileText(part.file);
    case "call":
      return `calls ${part.call.name} with ${JSON.stringify(part.call.input)}`;
    case "result":
      return `result of ${part.result.name}: ${part.result.text}`;
  }
}

/** The greatest length to which the texts can be cut so that they fit together. */
function limitFor(lines: readonly Line[], maxLength: number): number {
  const lengths = lines.map(({ text }) => text.length).sort((a, b) => a - b);
  let left = Math.max(0, maxLength);
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** Cuts a text to a length and marks the cut. */
export function cutText(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()} [cut]` : text.toWellFormed();
}
