import type { Client } from "@askback/client";
import { ok } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { expect, test } from "vitest";
import { askContract, createPeople } from "./people.ts";

const at = "2026-11-18T09:00:00.000Z";
const questions = [
  {
    question: "Where to?",
    header: "City",
    options: [{ label: "Lisbon" }, { label: "Vienna", description: "By train" }],
    multiSelect: false,
  },
];

/** A client whose inquiries end like this; it notes what is asked. */
function clientThat(resolution: Omit<wire.Resolution, "at">) {
  const asked: wire.AskInquiry[] = [];
  const answer = async (body: wire.AskInquiry) => {
    asked.push(body);
    const inquiry = {
      id: "inq_a_1_x",
      revision: 1,
      contract: body.approval ? "approval" : "external",
      questions: (body.questions ?? [{ question: "May it run?" }]).map(({ question }, index) => ({
        id: `q${index + 1}`,
        text: question,
        options: [
          { id: "o1", label: "Lisbon" },
          { id: "o2", label: "Vienna" },
        ],
        multiSelect: false,
        ownWords: true,
      })),
      ...(body.approval && { approval: body.approval }),
      askedAt: at,
      resolution: { ...resolution, at },
    };
    return ok(inquiry as unknown as wire.Inquiry);
  };
  return { client: { ask: answer, inquiries: { ask: answer } } as unknown as Client, asked };
}

function peopleWho(resolution: Omit<wire.Resolution, "at">, thread = "chat-1") {
  const { client, asked } = clientThat(resolution);
  return { people: createPeople("host", { client, thread }), asked };
}

test("[TIME-9] a deadline is given as a duration, which the server counts by its own clock", async () => {
  const { client, asked } = clientThat({ type: "expired" });
  await createPeople("host", { client, thread: "chat-1", deadlineMs: 60_000 }).answer({ questions }, { id: "call_1" });
  expect(asked).toMatchObject([{ deadlineInMs: 60_000 }]);
  expect(asked[0]).not.toHaveProperty("deadline");
});

test("[ADAPT-3] the model reads the words of the contract for every resolution, and for an ask that breaks a rule", async () => {
  const read = async (resolution: Omit<wire.Resolution, "at">) =>
    peopleWho(resolution).people.answer({ questions }, { id: "call_1" });
  expect(await read({ type: "answered", by: "ann", answers: [{ question: "q1", options: ["o1"] }] })).toEqual({
    status: "ok",
    text: '{"answers":{"Where to?":"Lisbon"}}',
  });
  expect(await read({ type: "delegated", by: "ann", comment: "Surprise me" })).toEqual({
    status: "ok",
    text: expect.stringMatching(/^The user leaves this decision to you.*\nThe user added: Surprise me$/),
  });
  expect(await read({ type: "answered-in-chat", by: "ann", messageId: "m1", text: "By the sea" })).toEqual({
    status: "ok",
    text: expect.stringMatching(/treat it as the answer\.\n\nBy the sea$/),
  });
  expect((await read({ type: "declined", by: "ann" })).text).toContain("assume no preference and no consent");
  for (const type of ["dismissed", "expired", "withdrawn", "superseded"] as const)
    expect((await read({ type })).status, type).toBe("error");

  const { people, asked } = peopleWho({ type: "expired" });
  const invalid = askContract.read({ questions: [] });
  expect(await people.answer({ questions: [] }, { id: "call_1" })).toEqual({
    status: "error",
    text: invalid.ok ? "" : invalid.error,
  });
  expect(asked).toEqual([]);
});

test("[ADAPT-3] a call runs only if a person allowed it", async () => {
  const permitted = async (resolution: Omit<wire.Resolution, "at">) =>
    (await peopleWho(resolution).people.permit("deploy", {}, { id: "call_1" })).isAllowed;
  expect(await permitted({ type: "answered", answers: [{ question: "q1", options: ["o1"] }] })).toBe(true);
  expect(await permitted({ type: "answered", answers: [{ question: "q1", options: ["o2"] }] })).toBe(false);
  for (const type of ["answered-in-chat", "delegated", "declined", "dismissed", "expired", "withdrawn"] as const)
    expect(await permitted({ type }), type).toBe(false);
});

test("[ADAPT-4] the key of an ask is made of host, thread and call, and of their hash where it would be too long", async () => {
  const keyOf = async (thread: string, id: string) => {
    const { people, asked } = peopleWho({ type: "expired" }, thread);
    await people.answer({ questions }, { id });
    return asked[0] as wire.AskInquiry;
  };
  const first = await keyOf("chat-1", "call_1");
  expect(first).toMatchObject({ thread: "chat-1", key: '["host","chat-1","call_1"]' });
  expect(await keyOf("chat-1", "call_1")).toEqual(first);
  const others = await Promise.all([
    keyOf("chat-1", "call_2"),
    keyOf("chat-2", "call_1"),
    keyOf('chat-1","', "call_1"),
  ]);
  expect(new Set([first, ...others].map(({ key }) => key)).size).toBe(4);

  const long = await Promise.all([keyOf("x".repeat(300), "call_1"), keyOf("x".repeat(300), "call_2")]);
  expect(long.every(({ key = "", thread = "" }) => key.length <= 255 && thread.length <= 200)).toBe(true);
  expect(long[0]?.key).not.toBe(long[1]?.key);
  expect(long[0]?.thread).toBe(long[1]?.thread);
});
