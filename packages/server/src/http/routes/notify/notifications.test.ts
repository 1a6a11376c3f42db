import { expect, onTestFinished, test } from "vitest";
import type { NewNotice } from "../../../store/notices.ts";
import { readFrames } from "../../testing/read-frames.ts";
import { createTestApp, tea } from "../../testing/test-app.ts";

function openApp() {
  const app = createTestApp();
  onTestFinished(() => app.close());
  return app;
}

test("[NOTIFY-5] people list, count and mark what waits in their project; agents and other projects see none of it", async () => {
  const { call, park } = openApp();
  const { inquiryId, conversationId } = await park();
  const id = `ntf_${inquiryId}`;
  const { body } = await call("GET", "/v1/notifications");
  expect(body.items).toMatchObject([
    { id, conversationId, agent: "asker", actions: [{ label: "Tea", value: "Tea" }, { label: "Coffee" }], read: false },
  ]);
  expect((await call("GET", "/v1/notifications/count")).body).toEqual({ unread: 1 });
  expect((await call("POST", `/v1/notifications/${id}/read`)).body).toMatchObject({ read: true });
  expect((await call("GET", "/v1/notifications/count", { as: "colleague" })).body).toEqual({ unread: 1 });
  expect((await call("GET", "/v1/notifications?unread=true")).body.items).toEqual([]);
  expect((await call("GET", "/v1/notifications", { as: "agent" })).status).toBe(403);
  expect((await call("GET", "/v1/notifications", { as: "stranger" })).body.items).toEqual([]);
  for (const action of ["", "/read", "/unread"]) {
    const method = action === "" ? "GET" : "POST";
    expect(await call(method, `/v1/notifications/${id}${action}`, { as: "stranger" })).toMatchObject({ status: 404 });
  }
  expect((await call("GET", `/v1/notifications/${id}`)).body).toMatchObject({ read: true });
});

test("[NOTIFY-5] an event that raises or settles a notification names it", async () => {
  const app = openApp();
  const frames = readFrames((await app.send("GET", "/v1/events")).body);
  const { inquiryId, path } = await app.park();
  await app.call("POST", `${path}/answer`, { body: tea });
  const named = new Map<string | undefined, unknown>();
  for await (const { event, data } of frames) {
    named.set(event, data?.notificationId);
    if (event === "inquiry.resolved") break;
  }
  const id = `ntf_${inquiryId}`;
  expect([named.get("inquiry.asked"), named.get("inquiry.resolved")]).toEqual([id, id]);
  expect(named.get("model.replied")).toBeUndefined();
});

test("[NOTIFY-2] an answer that is taken back raises the notification again", async () => {
  const { call, park } = openApp();
  const { inquiryId, path } = await park();
  const read = async () => (await call("GET", `/v1/notifications/ntf_${inquiryId}`)).body;
  await call("POST", `${path}/answer`, { body: { ...tea, hold: 10 } });
  expect(await read()).toMatchObject({ actionStatus: "completed", read: true });
  await call("POST", `${path}/retract`);
  expect(await read()).toMatchObject({ actionStatus: "pending", read: false });
  expect(await read()).not.toHaveProperty("settledAt");
});

test("[NOTIFY-13] the deliveries to a person are found in pages, however many others were told", async () => {
  const server = openApp();
  const { inquiryId } = await server.park();
  const notificationId = `ntf_${inquiryId}`;
  const to = (recipient: string, id: string): NewNotice => ({
    id,
    version: 1,
    channel: "mail",
    endpoint: "mail",
    recipient,
    project: "default",
    type: "notification.raised",
    at: 1,
    notificationId,
  });
  const others = Array.from({ length: 1_100 }, (_, index) => to("somebody", `ntc_a${index}`));
  const own = ["ntc_b1", "ntc_b2", "ntc_b3"];
  await server.store.notices.add([...others, ...own.map((id) => to("owner", id))]);
  const path = `/v1/notifications/${notificationId}/deliveries`;
  const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);
  const whole = (await server.call("GET", path)).body;
  expect([idsOf(whole), whole.next]).toEqual([own, undefined]);
  const first = (await server.call("GET", `${path}?limit=2`)).body;
  const rest = (await server.call("GET", `${path}?limit=2&cursor=${first.next}`)).body;
  expect([...idsOf(first), ...idsOf(rest), rest.next]).toEqual([...own, undefined]);
});
