import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../../harness/browser/page-checks.ts";
import { createApi } from "../../../harness/server/api.ts";
import { callerKey } from "../../../harness/server/caller.ts";
import { startTestServer } from "../../../harness/server/test-server.ts";

const testServer = await startTestServer();
const { server, api } = testServer;
const asker = createApi(server, callerKey);
const add = async (name: string): Promise<string> => (await api.post("/v1/members", { name })).body.id;
const ana = await add("Ana");
const bo = await add("Bo");
await api.patch("/v1/me", { avatar: { symbol: "🦊", hue: 30 } });

const ask = async (more = {}): Promise<string> =>
  (await asker.post("/v1/inquiries", { question: "Ship it?", options: ["Yes", "No"], ...more })).body.id;
const answered = await ask();
await api.post(`/v1/inquiries/${answered}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
const waiting = await ask();
await api.post(`/v1/inquiries/${waiting}/assign`, { to: ana });

/** Keeps a picture for whoever wants to look at it. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.ASKBACK_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const appearances = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 390 },
] as const;

test.for(appearances)(
  "[PEOPLE-29] who did something has their mark beside their name: $theme, $width",
  async (looks) => {
    const loaded: string[] = [];
    for (const [path, name, mark] of [
      [`/q/${waiting}`, "Assigned to Ana.", "A"],
      [`/q/${answered}`, "Answered", "🦊"],
      ["/audit", "Owner", "🦊"],
      ["/insight", "Owner", "🦊"],
      ["/settings/members", "Ana", "A"],
    ] as const) {
      const page = await openPage(testServer, { path, ...looks });
      page.on("request", (request) => loaded.push(request.url()));
      await page.getByText(name).first().waitFor();
      await page.locator(".ask-person", { hasText: mark }).first().waitFor();
      await picture(page, `${path.split("/")[1]}-${name.slice(0, 5)}-${looks.theme}`);
      expect(await axeOf(page), path).toEqual([]);
      expect(await tooWide(page), path).toEqual([]);
    }
    // A mark is drawn from text.
    expect(loaded.filter((url) => !url.startsWith(server.url))).toEqual([]);
  },
);

test("[AUDIENCE-11] an owner finds what nobody can answer in the inbox, and answers it", {
  tags: "smoke",
}, async () => {
  const stuck = await ask({ question: "Who is left?", audience: { people: [bo] } });
  await api.delete(`/v1/members/${bo}`);
  const page = await openPage(testServer, { path: "/inbox" });
  const section = page.getByRole("region", { name: "Nobody can answer these" });
  await section.getByText("Who is left?").waitFor();
  await section.getByText("those who were asked cannot answer in this project").waitFor();
  await picture(page, "stuck-light");
  expect(await axeOf(page)).toEqual([]);
  const dark = await openPage(testServer, { path: `/q/${stuck}`, theme: "dark", width: 390 });
  await dark.getByRole("button", { name: "Let me answer" }).waitFor();
  await picture(dark, "stuck-card-dark");
  expect(await tooWide(dark)).toEqual([]);
  await section.getByRole("button", { name: "Let me answer" }).click();
  await expect.poll(() => section.count()).toBe(0);
  await dark.getByRole("button", { name: "Let me answer" }).waitFor({ state: "detached" });
  const answers = [{ question: "q1", options: ["o1"] }];
  expect((await api.post(`/v1/inquiries/${stuck}/answer`, { answers })).status).toBe(202);
});
