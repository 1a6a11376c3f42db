import { answers, message, questions } from "./cycle.ts";

/** What each of the commits of a cycle adds: the message of the person, the ask, the answer as a result, the end. */
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

/** What a commit of the floor writes, as JSON: a conversation's row, an event and a message. */
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
