import type { Client, Failure } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createStartConversation } from "./start-conversation.ts";

const lost: Failure = { type: "", status: 0, code: "unreachable", title: "No connection", hint: "" };
const noFiles = () => Promise.reject(new Error("there are no files"));
const hello = { agent: "planner", message: "Hello" };

/** A server that gets every request, and whose responses are lost until `repair` is called. */
function setUp() {
  const keys: unknown[] = [];
  let isLost = true;
  let made = 0;
  const start: Client["conversations"]["start"] = async (_, options) => {
    keys.push(options?.key);
    return isLost ? { ok: false, error: lost } : { ok: true, value: { id: "c1" } as Conversation };
  };
  const startConversation = createStartConversation({ start, createKey: () => `key-${++made}` });
  return {
    startConversation,
    keys,
    repair() {
      isLost = false;
    },
  };
}

test("[DRAFT-7] a start that is repeated after a lost response has the same key, and after success a new one", async () => {
  const { startConversation, keys, repair } = setUp();
  await startConversation(hello, noFiles);
  repair();
  await startConversation(hello, noFiles);
  await startConversation(hello, noFiles);
  expect(keys).toEqual(["key-1", "key-1", "key-2"]);
});

test("[DRAFT-7] each of two different starts keeps its key when both are repeated", async () => {
  const { startConversation, keys, repair } = setUp();
  const evening = { ...hello, message: "Good evening" };
  await startConversation(evening, noFiles);
  await startConversation(hello, noFiles);
  repair();
  await Promise.all([
    startConversation(hello, noFiles),
    startConversation(evening, noFiles),
    startConversation(evening, noFiles),
  ]);
  expect(keys).toEqual(["key-1", "key-2", "key-2", "key-1", "key-1"]);
});

test("[DRAFT-7] another message, or another agent, has another key", async () => {
  const { startConversation, keys } = setUp();
  await startConversation(hello, noFiles);
  await startConversation({ ...hello, message: "Good evening" }, noFiles);
  await startConversation({ ...hello, agent: "writer" }, noFiles);
  expect(keys).toEqual(["key-1", "key-2", "key-3"]);
});

test("[FILE-14] a start whose file the server has deleted is sent again once the file is uploaded again", async () => {
  const did: string[] = [];
  const start: Client["conversations"]["start"] = async (_, options) => {
    did.push(`start ${options?.key}`);
    if (!did.includes("upload")) return { ok: false, error: { ...lost, status: 422, code: "file-unknown" } };
    return { ok: true, value: { id: "c1" } as Conversation };
  };
  const startConversation = createStartConversation({ start, createKey: () => "key" });
  const uploadAgain = async () => void did.push("upload");
  expect(await startConversation({ ...hello, files: ["file_1"] }, uploadAgain)).toMatchObject({ ok: true });
  expect(did).toEqual(["start key", "upload", "start key"]);
});
