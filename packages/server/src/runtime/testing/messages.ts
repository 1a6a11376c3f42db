import type { Message, Part } from "@askback/core";
import fc from "fast-check";

/** A message with a place in the model's transcript. */
export function message(place: number, role: Message["role"], ...parts: readonly Part[]): Message {
  return { id: `msg_${place}`, number: place, place, role, at: place, parts };
}

export function text(words: string): Part {
  return { type: "text", text: words };
}

export function call(id: string, input = {}, name = "note"): Part {
  return { type: "call", call: { id, name, input } };
}

export function result(callId: string, words: string, name = "note"): Part {
  return { type: "result", result: { callId, name, status: "ok", text: words } };
}

/** A valid transcript: messages of people and agents, and steps whose calls all have results. */
export const anyTranscript: fc.Arbitrary<readonly Message[]> = fc
  .array(
    fc.oneof(
      fc.record({ type: fc.constant("person" as const), length: fc.nat(400) }),
      fc.record({ type: fc.constant("agent" as const), length: fc.nat(400) }),
      fc.record({ type: fc.constant("step" as const), lengths: fc.array(fc.nat(600), { minLength: 1, maxLength: 4 }) }),
    ),
    { maxLength: 20 },
  )
  .map((turns) => {
    const messages: Message[] = [];
    const add = (role: Message["role"], ...parts: readonly Part[]) =>
      messages.push(message(messages.length + 1, role, ...parts));
    for (const turn of turns) {
      if (turn.type !== "step") add(turn.type, text("x".repeat(turn.length + 1)));
      else {
        const ids = turn.lengths.map((_, index) => `call_${messages.length}_${index}`);
        add("agent", ...ids.map((id) => call(id)));
        for (const [index, id] of ids.entries()) add("tool", result(id, "y".repeat(turn.lengths[index] ?? 0)));
      }
    }
    return messages;
  });
