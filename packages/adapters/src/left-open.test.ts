import { err, ok } from "@askback/core";
import { expect, test } from "vitest";
import { createLeftOpen } from "./left-open.ts";
import type { AskingClient } from "./people.ts";

test("[ADAPT-13] a list that could not be read is read again with the next call", async () => {
  const approval = { tool: "Bash", input: { command: "ls" } };
  const inquiry = { id: "inq_a", revision: 1, status: "open", origin: { thread: "t" }, approval, questions: [] };
  let reads = 0;
  const list = async () => {
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
