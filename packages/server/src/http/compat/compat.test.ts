import { effectOf } from "@askback/core";
import { afterAll, expect, test } from "vitest";
import type { LiveText, SharedLiveTexts } from "../../store/store.ts";
import { createTestApp, type TestApp, type TestResponse } from "../testing/test-app.ts";

const hour = 3_600_000;
const server = createTestApp({ ask: { deadlineMs: hour } });
afterAll(() => server.close());

let keys = 0;
function newKey() {
  keys += 1;
  return { "idempotency-key": `compat ${keys}` };
}

function essence({ status, headers, body }: TestResponse) {
  return { status, type: headers.get("content-type"), body };
}

/** A conversation whose model replies on another server, which has shared a part of the reply. */
async function thinkingElsewhere(thinking: TestApp, text: string, attempt = 1): Promise<string> {
  const { body } = await thinking.call("POST", "/v1/conversations", { body: { agent: "asker", message: "Hello" } });
  const stored = await thinking.store.load(body.id);
  const effect = stored && effectOf(stored.conversation);
  if (effect?.type !== "call-model") throw new Error("the model is called");
  const { runId, step } = effect;
  const shared: LiveText = { conversationId: body.id, project: "default", runId, step, attempt, text };
  const liveTexts: Partial<SharedLiveTexts> = { read: async () => shared };
  Object.assign(thinking.store, { liveTexts });
  return body.id;
}

test.for(["/conversations/{id}/cancel", "/v1/conversations/{id}/stop"])(
  "[CONV-7] %s keeps the part of a reply that another server streams, if it is of the current attempt",
  async (path) => {
    const thinking = createTestApp({ isIdle: true });
    for (const [attempt, expected] of [
      [1, [{ type: "text", text: "Half a sentence" }]],
      [2, undefined],
    ] as const) {
      const id = await thinkingElsewhere(thinking, "Half a sentence", attempt);
      const { status } = await thinking.call("POST", path.replace("{id}", id));
      expect([200, 202]).toContain(status);
      const { items } = (await thinking.call("GET", `/v1/conversations/${id}/transcript`)).body;
      expect(items[1]?.blocks, `attempt ${attempt}`).toEqual(expected);
    }
    await thinking.close();
  },
);

test("[HTTP-3] equal concurrent cancels under one key are performed once, and both get the response", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { conversationId } = await server.park();
    const headers = newKey();
    const both = await Promise.all(
      [1, 2].map(() => server.call("POST", `/conversations/${conversationId}/cancel`, { headers })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  }
});

test("[COMPAT-2] the same person may cancel a question twice", async () => {
  const { conversationId, path } = await server.park();
  const cancel = () => server.call("POST", `/conversations/${conversationId}/cancel`);
  expect(await Promise.all([cancel(), cancel()])).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect((await server.call("GET", path)).body.status).toBe("dismissed");
});

test("[HTTP-3] repeating a late answer under its key gets the same response, in the form of its API", async () => {
  for (const [route, body] of [
    ["/conversations/{id}/respond", { answers: { "Tea or coffee?": "Tea" } }],
    ["/conversations/{id}/cancel", {}],
    ["/api/projects/default/agent-questions/{inquiry}/respond", { response: "Tea" }],
    ["/api/v1/sessions/{id}/answer", { question_id: "latest", answer: "Tea" }],
  ] as const) {
    const { conversationId, inquiryId } = await server.park();
    server.clock.advance(hour);
    const request = { body, headers: newKey() };
    const path = route.replace("{id}", conversationId).replace("{inquiry}", inquiryId);
    const first = await server.call("POST", path, request);
    expect([400, 409], route).toContain(first.status);
    expect((await server.call("GET", `/v1/inquiries/${inquiryId}`)).body.status).toBe("expired");
    expect(essence(await server.call("POST", path, request)), route).toEqual(essence(first));
  }
});
