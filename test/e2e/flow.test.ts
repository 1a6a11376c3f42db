import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { type ServerProcess, startServerProcess, temporaryFolder } from "../support/server-process.ts";

let server: ServerProcess;
let api: Api;
const prompts = join(temporaryFolder(), "prompts.jsonl");

beforeAll(async () => {
  server = await startServerProcess({ env: { ASKBACK_TEST_PROMPTS: prompts } });
  api = createApi(server);
});
afterAll(() => server.stop());

test("[RES-3] the exact tool result of the seeds reaches the model", async () => {
  const id = await api.start("puppet", [
    { text: "Two questions.", calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  const asked = await api.event(id, ({ type }) => type === "inquiry.asked");
  const answered = await api.post(`/v1/inquiries/${asked.data.inquiry.id}/answer`, { answers: bothAnswered });
  expect(answered).toMatchObject({ status: 202, body: { resolution: "answered", inquiryId: asked.data.inquiry.id } });
  await api.reached(id, "idle");
  const last = JSON.parse(readFileSync(prompts, "utf8").trim().split("\n").at(-1) ?? "");
  expect(last.at(-1)).toEqual({
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: "call_a",
        toolName: "ask_user_question",
        output: { type: "text", value: '{"answers":{"Which database?":"SQLite","Which extras?":"Backups, Traces"}}' },
      },
    ],
  });
});
