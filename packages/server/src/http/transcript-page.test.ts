import { afterAll, expect, test } from "vitest";
import { createTestApp, tea } from "./testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

async function answered() {
  const { conversationId, path } = await server.parked();
  server.clock.turn(1_000);
  await server.call("POST", `${path}/answer`, { body: tea });
  await server.reached(conversationId, "idle");
  return `/v1/conversations/${conversationId}/transcript`;
}

test("[LATER-3] without a query the transcript is whole; with a limit it begins with the newest page", async () => {
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

test("[LATER-3] an ask on an older page carries how it ended and what the agent was told", async () => {
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

test("[LATER-3] a cursor from before the first message leads to an empty page, at once", async () => {
  const path = await answered();
  const cursor = Buffer.from(JSON.stringify([-Number.MAX_SAFE_INTEGER, ""])).toString("base64url");
  expect(await server.call("GET", `${path}?cursor=${cursor}`)).toMatchObject({ status: 200, body: { items: [] } });
});

test("[LATER-3] a limit out of bounds and a cursor of nothing are refused", async () => {
  const path = await answered();
  for (const query of ["limit=0", "limit=501", "cursor=x"])
    expect((await server.call("GET", `${path}?${query}`)).status, query).toBe(400);
});
