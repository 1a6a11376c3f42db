import { answers, message, questions } from "./bench-runtime.ts";

/** The content of each commit of a cycle: the message, the ask, the answer as a result, and the end. */
const added = [
  { role: "user", content: message },
  {
    role: "assistant",
    content: [
      { type: "text", text: "Two questions." },
      { type: "call", input: { questions } },
    ],
  },
  { role: "tool", content: [{ type: "result", output: { answers } }] },
  { role: "assistant", content: [{ type: "text", text: "Done." }] },
];

/** The rows of one commit of the floor, as JSON: the conversation, an event and a message. */
export function floorChange(id: string, version: number, state: string | undefined) {
  const before = state === undefined ? { id, agent: "bench" } : (JSON.parse(state) as object);
  const content = added[version - 1];
  const inquiry = version === 2 ? { id: `${id}_1`, questions } : null;
  return {
    state: JSON.stringify({ ...before, version, status: version === 2 ? "parked" : "thinking", inquiry }),
    event: JSON.stringify({ type: "changed", at: Date.now(), version, content, inquiry }),
    message: JSON.stringify({ number: version, at: Date.now(), content }),
  };
}
