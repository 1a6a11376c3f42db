import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, tea } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const parked: Awaited<ReturnType<typeof server.park>>[] = [];
beforeAll(async () => {
  for (let count = 0; count < 7; count += 1) {
    parked.push(await server.park(count % 2 === 0 ? "owner" : "agent"));
    // Two of them at the same time, so that their order needs more than the time.
    if (count !== 3) server.clock.advance(1_000);
  }
});

interface Item {
  readonly id: string;
}

async function pagesOf(path: string): Promise<{ readonly ids: string[]; readonly sizes: number[] }> {
  const ids: string[] = [];
  const sizes: number[] = [];
  let cursor = "";
  do {
    const { status, body } = await server.call("GET", `${path}${cursor}`);
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }: Item) => id));
    sizes.push(body.items.length);
    cursor = body.next === undefined ? "" : `&cursor=${encodeURIComponent(body.next)}`;
  } while (cursor !== "");
  return { ids, sizes };
}

test("[HTTP-1] conversations are listed newest first, page by page, with none twice and none left out", async () => {
  const { ids, sizes } = await pagesOf("/v1/conversations?limit=3");
  expect(sizes).toEqual([3, 3, 1]);
  expect([...ids].sort()).toEqual(parked.map(({ conversationId }) => conversationId).sort());
  const { body } = await server.call("GET", "/v1/conversations");
  const times = body.items.map(({ createdAt }: { createdAt: string }) => Date.parse(createdAt));
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(body.items.map(({ id }: Item) => id)).toEqual(ids);
  for (const { createdAt, updatedAt } of body.items) expect(Date.parse(updatedAt)).toBe(Date.parse(createdAt));
  expect(body).not.toHaveProperty("next");
});

test("[HTTP-1] the inbox lists open inquiries oldest first, and its count is their number", async () => {
  const { ids, sizes } = await pagesOf("/v1/inquiries?status=open&limit=4");
  expect(sizes).toEqual([4, 3]);
  expect(ids.slice(0, 3)).toEqual(parked.slice(0, 3).map(({ inquiryId }) => inquiryId));
  expect((await server.call("GET", "/v1/inbox/count")).body).toEqual({ open: 7, snoozed: 0 });
});

test("[HTTP-1] filters narrow a list", async () => {
  const [first] = parked;
  await server.call("POST", `${first?.path}/answer`, { body: tea });
  await server.waitForStatus(first?.conversationId ?? "", "idle");
  const ids = async (path: string) => (await pagesOf(path)).ids;
  expect(await ids("/v1/conversations?status=idle")).toEqual([first?.conversationId]);
  expect(await ids("/v1/conversations?status=parked&limit=2")).toHaveLength(6);
  expect(await ids("/v1/conversations?agent=nobody")).toEqual([]);
  expect(await ids("/v1/inquiries?status=answered")).toEqual([first?.inquiryId]);
  expect(await ids("/v1/inquiries?resolved=true")).toEqual([first?.inquiryId]);
  expect(await ids("/v1/inquiries?order=newest")).toEqual((await ids("/v1/inquiries")).toReversed());
  expect(await ids(`/v1/inquiries?conversation=${parked[1]?.conversationId}`)).toEqual([parked[1]?.inquiryId]);
  const run = parked[2]?.inquiryId.replace(/^inq_(.*)_\w+$/, "run_$1");
  expect(await ids(`/v1/inquiries?run=${run}&agent=asker`)).toEqual([parked[2]?.inquiryId]);
  expect((await server.call("GET", "/v1/inbox/count")).body).toEqual({ open: 6, snoozed: 0 });
});

test("[HTTP-1] conversations are found by part of their title, whatever its case", async () => {
  const titles = ["Straße nach Köln", "100% of _it_", "Ein Plan 🙂"];
  for (const title of titles) await server.call("POST", "/v1/conversations", { body: { agent: "asker", title } });
  const found = async (q: string) => {
    const { body } = await server.call("GET", `/v1/conversations?q=${encodeURIComponent(q)}`);
    return body.items.map(({ title }: { title: string }) => title);
  };
  expect(await found("STRASSE")).toEqual([titles[0]]);
  expect(await found("köln")).toEqual([titles[0]]);
  expect(await found("100%")).toEqual([titles[1]]);
  expect(await found("f _")).toEqual([titles[1]]);
  expect(await found("plan 🙂")).toEqual([titles[2]]);
  expect(await found("%")).toEqual([titles[1]]);
  expect(await found("nothing like it")).toEqual([]);
});

test("[HTTP-1] the first line of the message is the default title, cut between characters", async () => {
  const titleOf = async (message: string) => {
    const { body } = await server.call("POST", "/v1/conversations", { body: { agent: "asker", message } });
    return body.title;
  };
  expect(await titleOf("\n  First line \nsecond")).toBe("First line ");
  expect(await titleOf(`${"x".repeat(78)}🙂🙂🙂`)).toBe(`${"x".repeat(78)}🙂…`);
  expect(await titleOf("🙂".repeat(80))).toBe("🙂".repeat(80));
  expect(await titleOf("half \ud83d of it")).toBe("half \ufffd of it");
});

test("[HTTP-1] a cursor that no page gave, or a limit out of bounds, is refused", async () => {
  for (const query of [
    "cursor=x",
    "cursor=",
    "cursor=W10",
    // Times that no clock shows, which a database may not be able to read.
    ...[1.5, 1e300, -1e17].map((at) => `cursor=${Buffer.from(JSON.stringify([at, "x"])).toString("base64url")}`),
    "limit=0",
    "limit=201",
    "limit=1.5",
    "status=lost",
    "limit=1&limit=2",
  ])
    for (const path of ["/v1/conversations", "/v1/inquiries"])
      expect(await server.call("GET", `${path}?${query}`), `${path} ${query}`).toMatchObject({
        status: 400,
        body: { code: "invalid-request" },
      });
});
