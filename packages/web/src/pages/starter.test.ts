import type { Client, Failure } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createStarter } from "./starter.ts";

const lost: Failure = { type: "", status: 0, code: "unreachable", title: "No connection", hint: "" };
const hello = { agent: "planner", message: "Hello" };

/** A server that hears everything, and whose replies get lost until it is told otherwise. */
function setUp() {
  const keys: unknown[] = [];
  let isLost = true;
  let made = 0;
  const start: Client["conversations"]["start"] = async (_, options) => {
    keys.push(options?.key);
    return isLost ? { ok: false, error: lost } : { ok: true, value: { id: "c1" } as Conversation };
  };
  const starter = createStarter({ start, newKey: () => `key-${++made}` });
  return {
    starter,
    keys,
    mend() {
      isLost = false;
    },
  };
}

test("[D-7] who presses again after a lost reply starts the same conversation, and a new one after success", async () => {
  const { starter, keys, mend } = setUp();
  await starter(hello);
  mend();
  await starter(hello);
  await starter(hello);
  expect(keys).toEqual(["key-1", "key-1", "key-2"]);
});

test("[D-7] who starts something else meanwhile, and presses again for either, starts nothing twice", async () => {
  const { starter, keys, mend } = setUp();
  const evening = { ...hello, message: "Good evening" };
  await starter(evening);
  await starter(hello);
  mend();
  await Promise.all([starter(hello), starter(evening), starter(evening)]);
  expect(keys).toEqual(["key-1", "key-2", "key-2", "key-1", "key-1"]);
});

test("[D-7] other words, or another agent, are another start", async () => {
  const { starter, keys } = setUp();
  await starter(hello);
  await starter({ ...hello, message: "Good evening" });
  await starter({ ...hello, agent: "writer" });
  expect(keys).toEqual(["key-1", "key-2", "key-3"]);
});
