import { expect, test } from "vitest";
import type { Event } from "../model/event.ts";
import { noUsage } from "../model/run.ts";
import { given, type Outcome, typesOf } from "../testing/given.ts";
import {
  answer,
  askedBy,
  calls,
  noon,
  postgres,
  reply,
  send,
  sqlite,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";
import { transcriptOf } from "../testing/transcript-of.ts";
import { decide } from "./decide.ts";
import { forkPointBefore } from "./fork.ts";

/** A fork of a history in which another text takes the place of a message. */
function editOf({ log }: { readonly log: readonly Event[] }, messageId: string, words: string): Outcome {
  const before = forkPointBefore(JSON.parse(JSON.stringify(log)) as Event[], messageId);
  if (!before) throw new Error(`${messageId} cannot be replaced`);
  const { files, separate, ...point } = before;
  const message = { instead: messageId, text: words, files, separate, terms };
  return given().when({ type: "fork", conversationId: "conv_f", ...point, message, by: "ben", at: noon + 500 });
}

test("[FORK-3] the first message is replaced, and the agent starts with the new text", () => {
  const history = thinking().when(reply(text("Done")));
  const edited = editOf(history, "msg_t_1", "Plan something else");
  expect(edited.conversation).toMatchObject({
    id: "conv_f",
    status: "thinking",
    createdBy: "ben",
    forkedFrom: { conversationId: "conv_t", messageId: "msg_t_1" },
    run: { id: "run_f_1", steps: 0 },
  });
  expect(transcriptOf(edited)).toEqual([{ role: "person", parts: [{ type: "text", text: "Plan something else" }] }]);
  expect(history.conversation.status).toBe("idle");
});

test("[FORK-3] a later message is replaced, with everything before it and nothing after", () => {
  const history = askedBy("ask_user_question")
    .when(answer(sqlite))
    .when(reply(text("Painted")))
    .when(send("Now the door"))
    .when(reply(text("Painted too")));
  const edited = editOf(history, "msg_t_5", "Now the fence");
  expect(transcriptOf(edited).at(-1)).toEqual({ role: "person", parts: [{ type: "text", text: "Now the fence" }] });
  expect(JSON.stringify(transcriptOf(edited))).not.toContain("Painted too");
  expect(edited.conversation).toMatchObject({ status: "thinking", run: { id: "run_f_2" }, usage: noUsage });
  expect(edited.projection.inquiries).toMatchObject([{ id: "inq_f_1", status: "answered" }]);
  // Older servers expect an inquiry in `conversation.forked`.
  expect(typesOf(edited.log)).toEqual(["conversation.copied", "message.received", "run.started", "messages.delivered"]);
});

test("[FORK-3] a message that answered in the chat is replaced, and the new text answers", () => {
  const history = askedBy("ask_user_question").when(send("Neither"));
  const edited = editOf(history, "msg_t_3", "Both");
  expect(edited.projection.inquiries).toMatchObject([{ id: "inq_f_1", status: "answered-in-chat" }]);
  expect(edited.conversation.status).toBe("thinking");
});

test("[FORK-3] a message that did not answer the open inquiry is replaced, and the new text does not answer it", () => {
  const approval = thinking({ terms: { ...terms, approve: ["deploy"] } }).when(reply(calls("c1", "deploy")));
  const held = approval.when(answer(postgres, { holdMs: 60 })).when(send("By the way"));
  for (const history of [approval.when(send("By the way", { separate: true })), held]) {
    const edited = editOf(history, "msg_t_3", "By the bye");
    expect(edited.conversation).toMatchObject({
      status: "parked",
      inquiry: { id: "inq_f_1", approval: { tool: "deploy" } },
      mailbox: ["msg_f_3"],
    });
    expect(edited.projection.inquiries).toMatchObject([{ id: "inq_f_1", status: "open" }]);
    expect(typesOf(edited.log)).toEqual(["conversation.forked", "message.received"]);
  }
});

test("[FORK-3] a fork by a message can be forked by the message that replaced", () => {
  const edited = editOf(thinking().when(reply(text("Done"))), "msg_t_1", "Second try").when(reply(text("Done again")));
  const before = forkPointBefore(edited.log, "msg_f_1");
  expect(before).toMatchObject({ from: { id: "conv_f", status: "idle" }, messages: [] });
  expect(forkPointBefore(edited.log, "msg_t_1")).toBeUndefined();
});

test("[FORK-4] no message is replaced that came while the agent worked, that only the model reads, or that is unknown", () => {
  const working = thinking()
    .when(reply(calls("c1")))
    .when(send("Hurry"));
  expect(forkPointBefore(working.log, "msg_t_3")).toBeUndefined();
  expect(forkPointBefore(working.log, "msg_t_9")).toBeUndefined();
  const context = askedBy("AskUserQuestion").when(answer(sqlite));
  const notice = context.log.find((event) => event.type === "message.received" && event.visibility);
  if (notice?.type !== "message.received") throw new Error("there is a notice for the model");
  expect(forkPointBefore(context.log, notice.messageId)).toBeUndefined();
});

test("[FORK-4] a blank text replaces nothing", () => {
  const point = forkPointBefore(thinking().when(reply(text("Done"))).log, "msg_t_1");
  if (!point) throw new Error("the message can be replaced");
  const { files, separate, ...rest } = point;
  const message = { instead: "msg_t_1", text: " ", files, separate, terms };
  const command = { type: "fork", conversationId: "conv_f", ...rest, message, by: "ben", at: noon } as const;
  expect(decide(undefined, command)).toEqual({ ok: false, error: { code: "message-blank" } });
});
