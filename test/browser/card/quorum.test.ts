import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { failOnPageErrors, openContext } from "../../harness/browser/browser.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const { server, api } = testServer;
const program = createApi(server, callerKey);
const groupsOf = { Ana: ["ops"], Ben: ["ops"], Cleo: ["law"] } as const;
const idOf = new Map<string, string>();
for (const [name, groups] of Object.entries(groupsOf))
  idOf.set(name, (await api.post("/v1/members", { name, groups })).body.id);

const eachOfTwo = [
  { group: "ops", count: 1 },
  { group: "law", count: 1 },
];

async function ask() {
  const body = { approval: { tool: "deploy", input: { to: "production" } }, quorum: eachOfTwo, agent: "Release bot" };
  const asked = await program.post("/v1/inquiries", body);
  expect(asked.status).toBe(201);
  return asked.body;
}

async function openAs(name: keyof typeof groupsOf, path: string): Promise<Page> {
  const { path: link } = (await api.post("/v1/sign-in-links", { person: idOf.get(name) })).body;
  const context = await openContext();
  await context.request.post(new URL(link, server.url).href);
  const page = await context.newPage();
  failOnPageErrors(page);
  await page.goto(new URL(path, server.url).href);
  return page;
}

const cardOf = (page: Page) => page.locator("section[data-inquiry]");

async function allow(card: Locator): Promise<void> {
  const button = card.getByRole("button", { name: "Allow once", exact: true });
  await waitUntilDeliberate(button);
  await button.click();
}

test("[QUORUM-9] [QUORUM-12] people of two groups read who is missing, take an agreement back and allow a call together", async () => {
  const { id, conversationId } = await ask();
  const path = `/c/${conversationId}`;
  const [ana, cleo] = [await openAs("Ana", path), await openAs("Cleo", path)];
  const cards = [cardOf(ana), cardOf(cleo)];
  const nobody = "Nobody has agreed yet. Still needed: 1 person of ops and 1 person of law.";
  const oneOfOps = "Ana (ops) agreed. Still needed: 1 person of law.";
  for (const card of cards) await card.getByText(nobody).waitFor();
  await allow(cardOf(ana));
  for (const card of cards) await card.getByText(oneOfOps).waitFor();
  expect(await axeOf(ana)).toEqual([]);
  const back = cardOf(ana).getByRole("button", { name: "Take back my agreement" });
  expect(await cardOf(cleo).getByRole("button", { name: "Take back my agreement" }).count()).toBe(0);
  await back.click();
  for (const card of cards) await card.getByText(nobody).waitFor();
  await allow(cardOf(ana));
  await cardOf(cleo).getByText(oneOfOps).waitFor();
  await allow(cardOf(cleo));
  await cardOf(cleo).getByText("You allowed this").waitFor();
  await cardOf(ana).getByText("Cleo allowed this").waitFor();
  expect((await program.get(`/v1/inquiries/${id}`)).body).toMatchObject({
    receipt: { allowed: true, agreedBy: [idOf.get("Ana"), idOf.get("Cleo")] },
  });
});

test("[QUORUM-6] a second member of a complete group has no such call in the inbox, and can still refuse it", async () => {
  const { conversationId } = await ask();
  const ben = await openAs("Ben", "/inbox");
  const row = ben.getByRole("grid").getByRole("row").filter({ hasText: "deploy" });
  await row.waitFor();
  const ana = await openAs("Ana", `/c/${conversationId}`);
  await allow(cardOf(ana));
  await row.waitFor({ state: "detached" });
  await ben.goto(new URL(`/c/${conversationId}`, server.url).href);
  await cardOf(ben).getByText("Ana (ops) agreed. Still needed: 1 person of law.").waitFor();
  const refuse = cardOf(ben).getByRole("button", { name: "Refuse", exact: true });
  await refuse.click();
  await cardOf(ben).getByText("Refuse this?").waitFor();
  await waitUntilDeliberate(refuse);
  await refuse.click();
  await cardOf(ana).getByText("Ben refused this").waitFor();
});
