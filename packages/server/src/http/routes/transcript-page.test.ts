import { afterAll, expect, test } from "vitest";
import { createTestApp, tea } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

async function answered() {
  const { conversationId, path } = await server.park();
  server.clock.advance(1_000);
  await server.call("POST", `${path}/answer`, { body: tea });
  await server.waitForStatus(conversationId, "idle");
  return `/v1/conversations/${conversationId}/transcript`;
}

test("[CONV-16] without a query the transcript is whole; with a limit it begins with the newest page", async () => {
  const path = await answered();
  const whole = (await server.call("GET", path)).body;
  expect(whole).not.toHaveProperty("next");
  expect(whole.items.map(({ role }: { role: string }) => role)).toEqual(["person", "agent", "agent"]);
  const newest = (await server.call("GET", `${path}?limit=1`)).body;
  expect(newest.items).toEqual(whole.items.slice(-1));
  const older = (await server.call("GET", `${path}?cursor=${newest.next}`)).body;
  expect(older.items).toEqual(whole.items.slice(0, 2));
  expect(older).not.toHaveProperty("next");
});

test("[CONV-16] an ask on an older page has its resolution and what the agent received", async () => {
  const path = await answered();
  const { next } = (await server.call("GET", `${path}?limit=1`)).body;
  const { items } = (await server.call("GET", `${path}?limit=1&cursor=${next}`)).body;
  expect(items).toMatchObject([
    {
      blocks: [
        { type: "text" },
        {
          type: "action",
          status: "success",
          inquiry: { status: "answered" },
          received: expect.stringContaining("Tea"),
        },
      ],
    },
  ]);
});

test("[CONV-16] a cursor before the first message gives an empty page", async () => {
  const path = await answered();
  const cursor = Buffer.from(JSON.stringify([-Number.MAX_SAFE_INTEGER, ""])).toString("base64url");
  expect(await server.call("GET", `${path}?cursor=${cursor}`)).toMatchObject({ status: 200, body: { items: [] } });
});

test("[CONV-16] a limit out of bounds and an invalid cursor are refused", async () => {
  const path = await answered();
  for (const query of ["limit=0", "limit=501", "cursor=x"])
    expect((await server.call("GET", `${path}?${query}`)).status, query).toBe(400);
});
