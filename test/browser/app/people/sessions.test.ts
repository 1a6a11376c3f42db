import { expect, test } from "vitest";
import { openPage } from "../../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../../harness/browser/page-checks.ts";
import { signInAs } from "../../../harness/browser/sign-in.ts";
import { startTestServer } from "../../../harness/server/test-server.ts";

const testServer = await startTestServer();
const { api, server } = testServer;
const path = "/settings/sessions";
const signedOut = { expected: [/status of 401/] };

test("[PEOPLE-25] a session is ended, then all others, and this browser stays signed in", async () => {
  const others = [await openPage(testServer, signedOut), await openPage(testServer, signedOut)];
  const page = await openPage(testServer, { path });
  const list = page.getByRole("list", { name: "Sessions" });
  await expect.poll(() => list.getByRole("listitem").count()).toBe(3);
  expect(await list.getByRole("listitem").first().getByText("this browser").count()).toBe(1);
  expect(await list.getByRole("listitem").first().getByRole("button").count()).toBe(0);
  expect(await axeOf(page)).toEqual([]);
  await list.getByRole("button").first().click();
  await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
  await page.getByRole("button", { name: "Sign out everywhere else…" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("1 other browser is signed out at once.").waitFor();
  await dialog.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByText("You are signed in only here.").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(1);
  for (const other of others) await other.getByRole("heading", { name: /signed out|Sign in/ }).waitFor();
});

test("[PEOPLE-25] an owner sees and ends the sessions of a member", async () => {
  const { body: ana } = await api.post("/v1/members", { name: "Ana" });
  const hers = await openPage(testServer, { as: "nobody", ...signedOut });
  await signInAs(hers, testServer, ana.id);
  const page = await openPage(testServer, { path: "/settings/members" });
  await page.getByRole("button", { name: "Actions for Ana" }).click();
  await page.getByRole("menuitem", { name: "Show sessions" }).click();
  const list = page.getByRole("list", { name: "Sessions of Ana" });
  await list.getByRole("button", { name: /^Sign out:/ }).click();
  await page
    .getByText("Ana is signed in nowhere.")
    .or(page.getByText(/is signed in nowhere/))
    .waitFor();
  expect((await hers.context().request.get(`${server.url}/v1/me`)).status()).toBe(401);
  expect(await axeOf(page)).toEqual([]);
});

test("[PEOPLE-25] who is here by a key is told that there are no sessions", async () => {
  const page = await openPage(testServer, { as: "colleague", path });
  await page.getByText("You are here by a key, which has no sessions.").waitFor();
});

test.for([
  { theme: "light", width: 1280 },
  { theme: "dark", width: 390 },
] as const)("[PEOPLE-25] axe finds nothing, and nothing is too wide: $theme, $width", async ({ theme, width }) => {
  const page = await openPage(testServer, { path, theme, width });
  await page.getByText("this browser").waitFor();
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});

test("[PEOPLE-26] a person of several projects chooses one for the browser, in all of its tabs", async () => {
  await api.post("/v1/projects", { id: "garden", name: "Garden" });
  const page = await openPage(testServer);
  const other = await page.context().newPage();
  await other.goto(`${server.url}/settings/members`);
  await other.getByText("Ana").first().waitFor();
  const choice = page.getByRole("combobox", { name: "Project" });
  expect(await choice.inputValue()).toBe("default");
  expect(await axeOf(page)).toEqual([]);
  await choice.selectOption("Garden");
  await expect.poll(() => choice.inputValue()).toBe("garden");
  await expect.poll(() => other.getByRole("combobox", { name: "Project" }).inputValue()).toBe("garden");
  await other.getByText("Only you are here.").waitFor();
  await choice.selectOption("default");
  await expect.poll(() => choice.inputValue()).toBe("default");
});
