import { expect, onTestFinished, test } from "vitest";
import { createTestApp, tea } from "../testing/test-app.ts";

/** A project with so many questions that were answered. */
async function openAudit(answered = 2) {
  const server = createTestApp();
  onTestFinished(() => server.close());
  const inquiries: string[] = [];
  for (let count = 0; count < answered; count++) {
    const { path, conversationId, inquiryId } = await server.park("agent");
    await server.call("POST", `${path}/answer`, { body: { ...tea, comment: "Blackbird" } });
    await server.waitForStatus(conversationId, "idle");
    inquiries.push(inquiryId);
  }
  return { ...server, inquiries };
}

test("[AUDIT-13] a project's audit is listed newest first, in pages without gaps, by type, person and inquiry", async () => {
  const { call, inquiries } = await openAudit();
  const list = async (query = "") => (await call("GET", `/v1/audit${query}`)).body;
  const all = (await list()).items;
  expect(all.map(({ type }: { type: string }) => type)).toEqual([
    "consumed",
    "resolved",
    "asked",
    "consumed",
    "resolved",
    "asked",
  ]);
  expect(all[0]).toMatchObject({ inquiryId: inquiries[1], seal: { number: 6 } });
  expect(JSON.stringify(all)).not.toContain("Blackbird");
  const pages = [];
  let next: string | undefined;
  do {
    const page = await list(`?limit=4${next === undefined ? "" : `&cursor=${next}`}`);
    pages.push(page.items);
    next = page.next;
  } while (next !== undefined);
  expect(pages.map(({ length }) => length)).toEqual([4, 2]);
  expect(pages.flat()).toEqual(all);
  expect((await list("?type=resolved&by=owner")).items).toHaveLength(2);
  expect((await list("?by=nobody")).items).toEqual([]);
  expect((await list(`?inquiry=${inquiries[0]}`)).items).toHaveLength(3);
  expect((await call("GET", "/v1/audit?type=guessed")).status).toBe(400);
});

test("[AUDIT-13] the file has every entry with its hash, and no cell that begins like a formula", async () => {
  const { call, send } = await openAudit(1);
  const { items } = (await call("GET", "/v1/audit")).body;
  const lines = await (await send("GET", "/v1/audit/export", {})).text();
  const entries = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries.map(({ hash }) => hash).toReversed()).toEqual(
    items.map(({ seal }: { seal: { hash: string } }) => seal.hash),
  );
  const csv = await send("GET", "/v1/audit/export?format=csv", {});
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
  expect((await csv.text()).split("\r\n")).toHaveLength(5);
});

test("[AUDIT-13] the check tells the end of the chain, and other projects have audits of their own", async () => {
  const { call } = await openAudit(1);
  const { items } = (await call("GET", "/v1/audit")).body;
  expect((await call("GET", "/v1/audit/verify")).body).toEqual({ entries: 3, end: items[0].seal, faults: [] });
  for (const path of ["", "/export", "/verify"])
    for (const as of ["agent", "colleague", "stranger"] as const)
      expect([as, (await call("GET", `/v1/audit${path}`, { as })).status]).toEqual([as, 403]);
});
