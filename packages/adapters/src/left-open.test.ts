import { err, ok } from "@askback/core";
import { expect, test } from "vitest";
import { createLeftOpen } from "./left-open.ts";
import { type AskingClient, storedThread } from "./people.ts";

test("[ADAPT-13] a list that could not be read is read again with the next call", async () => {
  const approval = { tool: "Bash", input: { command: "ls" } };
  const inquiry = { id: "inq_a", revision: 1, status: "open", origin: { thread: "t" }, approval, questions: [] };
  let reads = 0;
  const list = async ({ status }: { status: string }) => {
    if (status !== "open") return ok({ items: [] });
    reads += 1;
    return reads === 1 ? err({ code: "unreachable", title: "The server cannot be reached" }) : ok({ items: [inquiry] });
  };
  const client = { inquiries: { list, get: async () => ok(inquiry) } } as unknown as AskingClient;
  const leftOpen = createLeftOpen(client, "t");
  expect(await leftOpen.take({ approval })).toBeUndefined();
  expect(await leftOpen.take({ approval })).toMatchObject({ id: "inq_a" });
  expect(await leftOpen.take({ approval })).toBeUndefined();
  expect(reads).toBe(2);
});

const question = { question: "Which?", options: [] };
const read = { id: "inq_a", revision: 1, questions: [{ text: "Which?", options: [] }] };

/** What is taken of a question that was left with one status and has another one when the model repeats it. */
async function taken(first: string, now: object, thread = "t", stored = thread): Promise<string | undefined> {
  const left = { ...read, origin: { thread: stored } };
  const list = async ({ status }: { status: string }) => ok({ items: status === first ? [{ ...left, status }] : [] });
  const get = async () => ok({ ...left, ...now });
  const client = { inquiries: { list, get } } as unknown as AskingClient;
  return (await createLeftOpen(client, thread).take({ questions: [question] }))?.id;
}

const resolvedAs = (status: string, at = new Date().toISOString()) => ({ status, resolution: { type: status, at } });

test("[ADAPT-13] a question that a person decides on before its call is repeated is for that call", async () => {
  for (const status of ["answered", "answered-in-chat", "delegated", "declined"])
    expect(await taken("open", resolvedAs(status)), status).toBe("inq_a");
  expect(await taken("open", { status: "held" })).toBe("inq_a");
  expect(await taken("held", { status: "held" })).toBe("inq_a");
  for (const status of ["dismissed", "expired", "withdrawn", "superseded"])
    expect(await taken("open", resolvedAs(status)), status).toBeUndefined();
  expect(await taken("open", resolvedAs("answered", "2026-01-01T00:00:00.000Z"))).toBeUndefined();
  expect(await taken("open", { ...resolvedAs("answered"), revision: 2 })).toBeUndefined();
});

test("[ADAPT-13] a question of a thread whose name is stored as a hash is found", async () => {
  const thread = "x".repeat(201);
  expect(await taken("open", { status: "open" }, thread, await storedThread(thread))).toBe("inq_a");
});
