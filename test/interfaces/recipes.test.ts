import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@askback/client";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Answer, Complete } from "../../examples/recipes/askback.ts";
import { recipes as tried } from "../../scripts/recipes/recipes.ts";
import { head, startOfLine } from "../../scripts/recipes/table.ts";
import { freePort } from "../harness/postgres/postgres-cluster.ts";
import { createApi } from "../harness/server/api.ts";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";

let server: ServerProcess;
let secret = "";
/** The example, which reads the environment when it is loaded. */
let recipes: typeof import("../../examples/recipes/askback.ts");

beforeAll(async () => {
  server = await startServerProcess();
  const secrets = await asker().webhooks.secrets();
  if (secrets.ok) [secret = ""] = secrets.value.secrets;
  process.env.ASKBACK_URL = server.url;
  process.env.ASKBACK_KEY = server.keys.ask;
  process.env.WEBHOOK_URL = `http://127.0.0.1:${await freePort()}/`;
  process.env.WEBHOOK_SECRET = secret;
  recipes = await import("../../examples/recipes/askback.ts");
});
afterAll(() => server.stop());

const asker = () => createClient({ url: server.url, key: server.keys.ask });
const question = { host: "test", token: "t", question: "Deploy?", options: ["Not yet", "Deploy"] };

test("[ADAPT-10] a step that runs again finds its question; another step, run or host asks another", async () => {
  const first = await recipes.ask({ ...question, run: "run-1", step: "a" });
  expect(await recipes.ask({ ...question, run: "run-1", step: "a" })).toBe(first);
  const others = [
    { ...question, run: "run-1", step: "b" },
    { ...question, run: "run-2", step: "a" },
    { ...question, host: "other", run: "run-1", step: "a" },
    { ...question, run: 'run-1","a', step: "" },
  ];
  const ids = [first];
  for (const other of others) ids.push(await recipes.ask(other));
  expect(new Set(ids).size).toBe(5);
  expect(await recipes.ask({ ...question, run: "run-2", step: "a" })).toBe(ids[2]);
});

test("[ADAPT-10] an ask that is refused throws, so that the host tries its step again", async () => {
  await recipes.ask({ ...question, run: "run-3", step: "a" });
  const changed = { ...question, question: "Delete?", run: "run-3", step: "a" };
  await expect(recipes.ask(changed)).rejects.toThrow();
});

test("[ADAPT-11] the answer completes the token; a failed completion is sent again, and a repeat is the same", async () => {
  const completed: { readonly token: string; readonly answer: Answer }[] = [];
  let isDown = true;
  const complete: Complete = async (token, answer) => {
    if (isDown) throw new Error("the host is down");
    completed.push({ token, answer });
  };
  const silenced = console.error;
  console.error = () => {};
  const receiver = recipes.receiveAnswers(complete);
  onTestFinished(() => {
    console.error = silenced;
    receiver.close();
  });
  await once(receiver, "listening");
  const id = await recipes.ask({ ...question, run: "run-4", step: "a", token: "token-4" });
  await untilResponses(id, "inquiry.asked", 204);
  const answers = { answers: [{ question: "q1", options: ["o2"] }] };
  await createApi(server).post(`/v1/inquiries/${id}/answer`, answers);
  const notice = await untilResponses(id, "inquiry.resolved", 500);
  expect(completed).toEqual([]);

  isDown = false;
  await asker().notices.resend(notice);
  await untilResponses(id, "inquiry.resolved", 204);
  await asker().notices.resend(notice);
  await untilResponses(id, "inquiry.resolved", 204, 2);
  const same = {
    token: "token-4",
    answer: { inquiryId: id, type: "answered", text: "Deploy", by: expect.any(String) },
  };
  expect(completed.length).toBeGreaterThan(1);
  expect(completed).toEqual(completed.map(() => same));
});

test("[ADAPT-11] what Askback did not sign is refused; what has no token completes nothing", async () => {
  const complete: Complete = () => Promise.reject(new Error("nothing is completed"));
  const resolution = { type: "withdrawn", at: new Date().toISOString() };
  // The last message of a deleted conversation has ids and the status.
  const body = JSON.stringify({ type: "inquiry.resolved", data: { id: "inq_1", status: "withdrawn", resolution } });
  const signed = (key: string) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const hmac = createHmac("sha256", Buffer.from(key.slice("whsec_".length), "base64"));
    const signature = `v1,${hmac.update(`ntc_1.${timestamp}.${body}`).digest("base64")}`;
    return { "webhook-id": "ntc_1", "webhook-timestamp": timestamp, "webhook-signature": signature };
  };
  expect(await recipes.handleWebhook(body, signed(secret), complete)).toBe(204);
  const other = `whsec_${Buffer.from("another secret").toString("base64")}`;
  expect(await recipes.handleWebhook(body, signed(other), complete)).toBe(400);
  expect(await recipes.handleWebhook(`${body} `, signed(secret), complete)).toBe(400);
  expect(await recipes.handleWebhook(body, {}, complete)).toBe(400);
});

test("[ADAPT-12] the page has a line for every recipe with what of its host ran, and every file of it as it is", () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const page = read("docs/start/recipes.md");
  expect(page).toContain(head);
  for (const recipe of tried) {
    expect(page).toContain(`\n${startOfLine(recipe)}`);
    for (const file of [...recipe.files, "askback.ts"])
      expect(page).toContain(`\`\`\`ts\n${read(`examples/recipes/${file}`)}\`\`\`\n`);
  }
  expect(page).toContain(`\`\`\`json\n${read("examples/recipes/n8n.json")}\`\`\`\n`);
  expect(page.match(/continues \*\*|\*\*fails|\*\*accepted/)).toBeNull();
});

/** Waits until a message has got so many responses of this status, and returns its id. */
async function untilResponses(inquiryId: string, type: string, status: number, count = 1): Promise<string> {
  for (;;) {
    const notices = await asker().inquiries.notices(inquiryId);
    const notice = notices.ok ? notices.value.items.find((candidate) => candidate.type === type) : undefined;
    const responses = notice?.attempts.filter((attempt) => attempt.status === status) ?? [];
    if (notice && responses.length >= count) return notice.id;
    await delay(50);
  }
}
