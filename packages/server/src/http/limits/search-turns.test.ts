import { expect, onTestFinished, test } from "vitest";
import type { InquiryFilter } from "../../store/store.ts";
import { type CallOptions, createTestApp, type TestResponse } from "../testing/test-app.ts";

const callers = ["owner", "colleague", "stranger", "namesake", "agent", "rival"] as const;

/** An app whose searches end one by one, when the test says so. */
function createSearchedApp() {
  const server = createTestApp();
  const underWay: { readonly by: string; readonly signal: AbortSignal | undefined; end(): void }[] = [];
  server.store.conversations = ({ text }, signal) =>
    new Promise((resolve) => underWay.push({ by: text ?? "", signal, end: () => resolve({ items: [] }) }));
  onTestFinished(async () => {
    for (const { end } of underWay) end();
    await server.close();
  });
  const search = (as: (typeof callers)[number], options: CallOptions = {}) =>
    server.call("GET", `/v1/conversations?q=${as}`, { as, ...options });
  /** Waits until so many searches have started. */
  const started = (count: number) => expect.poll(() => underWay.length).toBe(count);
  return { server, underWay, search, started };
}

test("[HTTP-30] a caller's searches run one after the other, and do not keep others waiting", async () => {
  const { server, underWay, search, started } = createSearchedApp();
  const searches = [search("owner"), search("owner"), search("colleague")];
  await started(2);
  expect(underWay.map(({ by }) => by).sort()).toEqual(["colleague", "owner"]);
  expect(await server.call("GET", "/v1/inbox/count")).toMatchObject({ status: 200 });
  underWay.find(({ by }) => by === "owner")?.end();
  await started(3);
  expect(underWay[2]?.by).toBe("owner");
  for (const { end } of underWay) end();
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("[HTTP-30] a caller with too many searches gets 429 with Retry-After, and a server with too many 503", async () => {
  const { server, underWay, search, started } = createSearchedApp();
  const responses: TestResponse[] = [];
  const sent: Promise<unknown>[] = [];
  for (const as of callers)
    for (let count = 0; count < 18; count += 1) sent.push(search(as).then((response) => responses.push(response)));
  await started(4);
  // Four run; sixteen wait for each of the first four callers, which are all that may wait.
  await expect.poll(() => responses.length).toBe(6 * 18 - 4 - 64);
  const withStatus = (status: number) => responses.filter((response) => response.status === status);
  expect([withStatus(429).length, withStatus(503).length]).toEqual([4, 36]);
  expect(withStatus(429)[0]).toMatchObject({ body: { code: "too-many-requests" } });
  expect(withStatus(503)[0]).toMatchObject({ body: { code: "unavailable" } });
  for (const { headers } of responses) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(server.failures).toEqual([]);
  for (let ended = 0; ended < 68; ended += 1) {
    await expect.poll(() => underWay.length).toBeGreaterThan(ended);
    underWay[ended]?.end();
  }
  await Promise.all(sent);
  expect(withStatus(200)).toHaveLength(68);
});

test("[HTTP-30] a search whose caller goes away is told so, or never starts", async () => {
  const { underWay, search, started } = createSearchedApp();
  const leaving = new AbortController();
  const first = search("owner", { signal: leaving.signal });
  const second = search("owner", { signal: leaving.signal });
  const third = search("owner");
  await started(1);
  leaving.abort();
  expect(underWay[0]?.signal?.aborted).toBe(true);
  expect((await second).status).toBe(429);
  underWay[0]?.end();
  await first;
  await started(2);
  underWay[1]?.end();
  expect((await third).status).toBe(200);
});

test("[HTTP-30] a search whose caller has gone before its turn was asked for never starts", async () => {
  const { server, underWay, search, started } = createSearchedApp();
  const answered = [search("owner")];
  await started(1);
  for (const as of ["owner", "colleague"] as const)
    expect((await search(as, { signal: AbortSignal.abort() })).status).toBe(429);
  expect(underWay).toHaveLength(1);
  // Neither holds the turn of its caller.
  answered.push(search("colleague"));
  await started(2);
  for (const { end } of underWay) end();
  for (const response of await Promise.all(answered)) expect(response.status).toBe(200);
  expect(server.failures).toEqual([]);
});

test.each(["assigned=mine", "assigned=others", "assigned=unassigned&status=open", "waiting=you"])(
  "[HTTP-30] a list that examines inquiries one by one takes turns, and the inbox does not wait for it: %s",
  async (query) => {
    const server = createTestApp();
    onTestFinished(server.close);
    const underWay: (() => void)[] = [];
    const isInbox = ({ status, waitsFor }: InquiryFilter) => status === "open" && waitsFor !== undefined;
    server.store.inquiries = (filter) =>
      new Promise((resolve) => {
        if (isInbox(filter)) resolve({ items: [] });
        else underWay.push(() => resolve({ items: [] }));
      });
    const lists = [server.call("GET", `/v1/inquiries?${query}`), server.call("GET", `/v1/inquiries?${query}`)];
    await expect.poll(() => underWay.length).toBe(1);
    expect(await server.call("GET", "/v1/inquiries?status=open&waiting=you")).toMatchObject({ status: 200 });
    expect(underWay).toHaveLength(1);
    underWay[0]?.();
    await expect.poll(() => underWay.length).toBe(2);
    underWay[1]?.();
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200]);
  },
);
