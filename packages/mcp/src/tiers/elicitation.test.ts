import { aborted, type Client } from "@askback/client";
import { err, ok } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { expect, test } from "vitest";
import type { Call } from "../call.ts";
import { type Asked, takenBack } from "../inquiries.ts";
import { askContracts } from "../tools.ts";
import { elicitAnswer } from "./elicitation.ts";

const contract = askContracts.get("ask_user_question");
if (!contract) throw new Error("there is no contract");

const question = { id: "q1", text: "Go?", multiSelect: false, ownWords: false, options: [{ id: "o1", label: "Yes" }] };
const open = { id: "inq_a_1_x", revision: 1, status: "open", askedAt: "2026-11-18T09:00:00Z", questions: [question] };
const held = { ...open, status: "held" };
const answers = [{ question: "q1", options: ["o1"] }];
const answered = {
  ...open,
  status: "answered",
  resolution: { type: "answered", at: open.askedAt, by: "ann", answers },
};

test("[MCP-21] a form is shown again, and says why, once the answer that had won was taken back", async () => {
  const reads = [held, held, open, answered];
  const asker = {
    inquiries: { get: async () => ok(reads.shift()) },
    // Nobody resolves it before the form is filled in.
    untilResolved: (_id: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(err(aborted)))),
  } as unknown as Client;
  const refusals = [err({ status: 409, code: "inquiry-not-open", receipt: { heldUntil: open.askedAt } }), ok({})];
  const answering = { inquiries: { answer: async () => refusals.shift() } } as unknown as Client;
  const messages: string[] = [];
  const call = {
    signal: new AbortController().signal,
    hasTitledChoices: true,
    context: {
      mcpReq: {
        async send({ params }: { params: { message: string } }) {
          messages.push(params.message);
          return { action: "accept", content: { q1: "o1" } };
        },
      },
    },
  } as unknown as Call;
  const asked = { inquiry: open as unknown as wire.Inquiry, contract } as Asked;
  const result = await elicitAnswer(asker, answering, asked, call);
  expect(result.content).toEqual([{ type: "text", text: '{"answers":{"Go?":"Yes"}}' }]);
  expect(messages).toHaveLength(2);
  expect(messages[1]).toContain(takenBack);
  expect(reads).toEqual([]);
});
