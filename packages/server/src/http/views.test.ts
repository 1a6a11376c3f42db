import { type Command, decide, type Event, forkPointBefore } from "@askback/core";
import { expect, test } from "vitest";
import { eventView } from "./views.ts";

const by = { by: "ana", at: 0 };
const terms = { stepLimit: 5, askLimit: 5 };

function eventsOf(command: Command): readonly Event[] {
  const decision = decide(undefined, command);
  if (!decision.ok) throw new Error(decision.error.code);
  return decision.value;
}

test("[FORK-3] the event of such a fork says where it comes from, and leaves its content to the transcript", () => {
  const start = { type: "start", conversationId: "conv_a", agent: "planner", project: "default", terms } as const;
  const before = forkPointBefore(eventsOf({ ...start, message: "Go", ...by }), "msg_a_1");
  if (!before) throw new Error("the message can be replaced");
  const { files, separate, ...point } = before;
  const message = { instead: "msg_a_1", text: "Wait", files, separate, terms };
  const [event] = eventsOf({ type: "fork", conversationId: "conv_b", ...point, message, ...by });
  if (!event) throw new Error("a fork is recorded");
  const view = eventView({ position: 1, project: "default", conversationId: "conv_b", version: 1, event });
  expect(JSON.parse(JSON.stringify(view))).toEqual({
    position: 1,
    conversationId: "conv_b",
    version: 1,
    at: "1970-01-01T00:00:00.000Z",
    type: "conversation.copied",
    from: { conversationId: "conv_a", messageId: "msg_a_1" },
    by: "ana",
  });
});
