import { type Client, type CommandOptions, type Failure, isTransient } from "@askback/client";
import { err, ok } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { expect, test } from "vitest";
import { respond } from "./respond.ts";

const inquiry = { id: "inq_a_1_x", revision: 2, questions: [] } as unknown as wire.Inquiry;
const down = { status: 503, code: "unavailable", title: "Down", hint: "Wait." } as Failure;

test("[MCP-10] what a person filled in is sent until the server takes it, as one command", async () => {
  expect(isTransient(down)).toBe(true);
  const keys: (string | undefined)[] = [];
  const answer = async (_id: string, _body: unknown, { key }: CommandOptions = {}) => {
    keys.push(key);
    return keys.length < 3 ? err(down) : ok({});
  };
  const client = { inquiries: { answer } } as unknown as Client;
  expect(await respond(client, inquiry, { action: "accept" }, new AbortController().signal)).toBeUndefined();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test("[MCP-10] nobody sends what was filled in for a call that was given up", async () => {
  const dismiss = async () => err(down);
  const client = { inquiries: { dismiss } } as unknown as Client;
  expect(await respond(client, inquiry, { action: "cancel" }, AbortSignal.abort())).toContain("Down");
});
