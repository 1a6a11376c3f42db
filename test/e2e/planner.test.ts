import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../harness/server/api.ts";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";

let server: ServerProcess;
let api: Api;

beforeAll(async () => {
  server = await startServerProcess({ config: "none" });
  api = createApi(server);
});
afterAll(() => server.stop());

async function asked(message: string) {
  const { status, body } = await api.post("/v1/conversations", { agent: "planner", message });
  expect(status).toBe(201);
  const { data } = await api.waitForEvent(body.id, ({ type }) => type === "inquiry.asked");
  return { id: body.id, inquiry: data.inquiry, path: `/v1/inquiries/${data.inquiry.id}` };
}

async function lastWords(id: string): Promise<string> {
  await api.waitForStatus(id, "idle");
  const { body } = await api.get(`/v1/conversations/${id}/transcript`);
  return body.items
    .at(-1)
    .blocks.map(({ text }: { text: string }) => text)
    .join("");
}

test("[CLI-5] with no configuration the planner asks two questions, one multi-select, and plans with the answers", {
  tags: "smoke",
}, async () => {
  const { id, inquiry, path } = await asked("A weekend away");
  expect(inquiry.questions.map(({ multiSelect }: { multiSelect: boolean }) => multiSelect)).toEqual([false, true]);
  const answered = await api.post(`${path}/answer`, {
    answers: [
      { question: "q1", text: "A canal boat" },
      { question: "q2", options: ["o1", "o4"] },
    ],
  });
  expect(answered.status).toBe(202);
  const plan = await lastWords(id);
  expect(plan).toContain("Kind of trip: A canal boat. It must include: Good food, A day of rest.");
});

test("[CLI-5] the planner goes on from whatever else happens to its question", async () => {
  const delegated = await asked("Somewhere warm");
  await api.post(`${delegated.path}/delegate`);
  expect(await lastWords(delegated.id)).toContain("The user leaves this decision to you");
  const chat = await asked("Somewhere cold");
  await api.post(`/v1/conversations/${chat.id}/messages`, { text: "Just a hut with snow" });
  expect(await lastWords(chat.id)).toContain("“Just a hut with snow”");
  const skipped = await asked("Somewhere else");
  await api.post(`${skipped.path}/answer`, {
    answers: [
      { question: "q1", options: ["o3"] },
      { question: "q2", skipped: true },
    ],
  });
  expect(await lastWords(skipped.id)).toContain("Kind of trip: Sea. It must include: left open.");
});

test("[CLI-5] it says where it is, how to sign in, where the keys are and which agent there is", {
  tags: "smoke",
}, () => {
  const words = server.lines.join("\n");
  expect(words).toContain(`Askback is at ${server.url}`);
  // A sign-in link is printed to a terminal, not to logs.
  expect(words).toContain("npm run askback -- link");
  expect(words).not.toContain("/sign-in?token=");
  expect(words).toContain(`${server.dataDir}/keys/answer`);
  expect(words).toContain("demo agents that need no key: planner");
});
