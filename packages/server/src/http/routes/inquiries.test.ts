import { afterAll, expect, test } from "vitest";
import { createTestApp, tea } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

/** Waits until somebody follows the log, which is when a long-poll has begun to wait. */
async function waiting(app = server, followers = 1): Promise<void> {
  await expect.poll(() => app.followers, { interval: 1 }).toBe(followers);
}

test("[HTTP-8] a long-poll answers when the inquiry is resolved, and not before", async () => {
  const { path } = await server.park();
  const other = await server.park();
  let answered = false;
  const polled = server.call("GET", `${path}?wait=60`).finally(() => {
    answered = true;
  });
  await waiting();
  await server.call("POST", `${other.path}/answer`, { body: tea });
  await server.call("POST", `${path}/answer`, { body: { ...tea, hold: 30 } });
  await server.call("POST", `${path}/retract`);
  expect(answered).toBe(false);
  await server.call("POST", `${path}/decline`);
  expect(await polled).toMatchObject({
    status: 200,
    body: { status: "declined", receipt: { resolution: "declined" } },
  });
  expect(server.followers).toBe(0);
});

test("[HTTP-8] a long-poll answers with the open inquiry when the time is up", async () => {
  const { path } = await server.park();
  expect(await server.call("GET", `${path}?wait=0.02`)).toMatchObject({ status: 200, body: { status: "open" } });
  expect(await server.call("GET", path)).toMatchObject({ status: 200, body: { status: "open" } });
  expect(server.followers).toBe(0);
});

test("[HTTP-8] a resolved or unknown inquiry is answered at once", async () => {
  const { path } = await server.park();
  await server.call("POST", `${path}/delegate`);
  expect(await server.call("GET", `${path}?wait=60`)).toMatchObject({ body: { status: "delegated" } });
  expect(await server.call("GET", "/v1/inquiries/inq_none_1?wait=60")).toMatchObject({ status: 404 });
  expect(server.followers).toBe(0);
});

test("[HTTP-8] a wait that is too long or not a number is refused", async () => {
  const { path } = await server.park();
  for (const wait of ["61", "-1", "soon", "1&wait=2"])
    expect(await server.call("GET", `${path}?wait=${wait}`)).toMatchObject({
      status: 400,
      body: { code: "invalid-request" },
    });
});

test("[HTTP-8] a client that disconnects is no longer waited for", async () => {
  const { path } = await server.park();
  const abort = new AbortController();
  const polled = server.send("GET", `${path}?wait=60`, { signal: abort.signal });
  await waiting();
  abort.abort();
  await polled.catch(() => {});
  await waiting(server, 0);
});

test("[HTTP-8] a stopping server answers the requests that wait", async () => {
  const stopping = createTestApp();
  const { path } = await stopping.park();
  const polled = stopping.call("GET", `${path}?wait=60`);
  await waiting(stopping);
  stopping.stopping.abort();
  expect(await polled).toMatchObject({ status: 200, body: { status: "open" } });
  expect(await stopping.call("GET", `${path}?wait=60`)).toMatchObject({ status: 200, body: { status: "open" } });
  await stopping.close();
});

test("[HTTP-8] a long-poll ends when the conversation is deleted", async () => {
  const { path, conversationId } = await server.park();
  const polled = server.call("GET", `${path}?wait=60`);
  await waiting();
  await server.call("DELETE", `/v1/conversations/${conversationId}`);
  expect(await polled).toMatchObject({ status: 404, body: { code: "inquiry-unknown" } });
});

test("[HTTP-11] a search lists the caller's inquiries about a text, and takes the other filters", async () => {
  const app = createTestApp();
  const [first, second] = [await app.park(), await app.park()];
  // They are asked at the same time, so that either may be first.
  const both = [first.inquiryId, second.inquiryId].toSorted();
  await app.call("PATCH", `/v1/conversations/${first.conversationId}`, { body: { title: "Frühstück" } });
  await app.call("POST", `${second.path}/decline`);
  const found = async (query: string) => {
    const { status, body } = await app.call("GET", `/v1/inquiries?${query}`);
    return status === 200 ? body.items.map(({ id }: { id: string }) => id) : body.code;
  };
  expect(await found(`q=${encodeURIComponent("FRÜHSTÜCK")}`)).toEqual([first.inquiryId]);
  expect((await found("q=tea")).toSorted()).toEqual(both);
  expect((await found("q=curious%20PERSON")).toSorted()).toEqual(both);
  expect(await found("q=ASKER&status=open")).toEqual([first.inquiryId]);
  expect(await found("q=tea&agent=nobody")).toEqual([]);
  expect((await found("q=")).toSorted()).toEqual(both);
  expect(await found(`q=${"x".repeat(201)}`)).toBe("invalid-request");
  await app.close();
});
