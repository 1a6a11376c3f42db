import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../../harness/browser/page-checks.ts";
import { signInAs } from "../../../harness/browser/sign-in.ts";
import { startTestServer } from "../../../harness/server/test-server.ts";

const path = "/settings/members";
const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const status = (page: Page) => page.locator(".app-people-status");

/** A server with Ana, a member, and Bo, a viewer, beside its owner. */
async function startSharedServer() {
  const testServer = await startTestServer();
  const { api } = testServer;
  const add = async (name: string, role: string) => {
    const { body } = await api.post("/v1/members", { name, role, email: `${name.toLowerCase()}@example.org` });
    return body.id as string;
  };
  return { testServer, api, ana: await add("Ana", "member"), bo: await add("Bo", "viewer") };
}

const { testServer, api, ana } = await startSharedServer();

test("[PEOPLE-20] somebody who is alone sees themselves and the invitation, and no more", async () => {
  const page = await openPage(await startTestServer(), { path });
  await page.getByText("Only you are here.").waitFor();
  expect(await page.getByRole("list", { name: "Members" }).getByRole("listitem").count()).toBe(1);
  expect(await page.getByRole("main").getByRole("heading").allTextContents()).toEqual(["Members"]);
  expect(await axeOf(page)).toEqual([]);
});

test("[PEOPLE-21] the link of an invitation is shown once, and by it somebody joins", { tags: "smoke" }, async () => {
  const page = await openPage(testServer, { path: "/settings" });
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Members" }).click();
  await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
  expect(await page.title()).toContain("Members");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Role", { exact: true }).selectOption("Viewer");
  await page.getByText("Reads everything and changes nothing.").waitFor();
  await page.getByLabel("E-mail (optional)").fill("cy@example.org");
  await page.getByRole("button", { name: "Create the link" }).click();
  const link = await page.getByRole("textbox", { name: "Invitation link" }).inputValue();
  await page.getByText("it is shown only here").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  expect(await page.content()).not.toContain(link);
  const open = page.getByRole("region", { name: "Open invitations" });
  await open.getByText("cy@example.org").waitFor();
  const joining = await openPage(testServer, { as: "nobody", path: link, expected: [/status of 401/] });
  await joining.getByLabel("Your name").fill("Cy");
  await joining.getByRole("button", { name: "Join" }).click();
  await joining.getByRole("link", { name: "Inbox" }).waitFor();
  await page.reload();
  await row(page, "Cy").waitFor();
  expect(await open.count()).toBe(0);
});

test("[PEOPLE-21] an open invitation is revoked", async () => {
  await api.post("/v1/invitations", { email: "late@example.org" });
  const page = await openPage(testServer, { path });
  await page.getByRole("button", { name: "Revoke the invitation: late@example.org" }).click();
  await status(page).getByText("The invitation was revoked.").waitFor();
  expect(await page.getByText("late@example.org").count()).toBe(0);
  expect((await api.get("/v1/invitations")).body.items).toEqual([]);
});

test("[PEOPLE-22] an owner changes a role, disables after a question, and removes", async () => {
  const page = await openPage(testServer, { path });
  const { body: dee } = await api.post("/v1/members", { name: "Dee" });
  await page.reload();
  await page.getByRole("combobox", { name: "Role of Dee" }).selectOption("Owner");
  await status(page).getByText("Dee: Owner").waitFor();
  const memberOf = async () =>
    (await api.get("/v1/members")).body.items.find(({ id }: { readonly id: string }) => id === dee.id);
  expect(await memberOf()).toMatchObject({ role: "owner" });
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Dee" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Disable…");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("signed out everywhere at once").waitFor();
  expect(await axeOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await memberOf()).not.toHaveProperty("isDisabled");
  await choose("Disable…");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await status(page).getByText("Dee is signed out everywhere.").waitFor();
  await row(page, "Dee").getByText("cannot sign in").waitFor();
  await choose("Remove…");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await status(page).getByText("Dee was removed.").waitFor();
  expect(await memberOf()).toBe(undefined);
  // What had the focus is gone.
  await page.getByRole("heading", { level: 1, name: "Members" }).and(page.locator(":focus")).waitFor();
});

test("[PEOPLE-22] the only owner stays one, and is told what to do first", async () => {
  const page = await openPage(testServer, { path, expected: [/status of 409/] });
  const role = page.getByRole("combobox", { name: "Role of owner" });
  await role.selectOption("Member");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Change my role" }).click();
  await dialog.getByText("Make somebody else an owner first.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await role.inputValue()).toBe("owner");
});

test("[PEOPLE-23] groups are made, renamed and deleted", async () => {
  const page = await openPage(testServer, { path });
  const groups = page.getByRole("region", { name: "Groups" });
  await groups.getByRole("button", { name: "New group" }).click();
  await groups.getByRole("button", { name: "Save" }).click();
  await groups.getByRole("textbox", { name: "Name" }).and(page.locator(":focus")).waitFor();
  await groups.getByText("Give 1 to 60 letters").waitFor();
  await page.keyboard.type("deploy");
  await groups.getByRole("checkbox", { name: "Ana" }).check();
  expect(await axeOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await status(page).getByText("The group deploy was saved.").waitFor();
  await groups.getByRole("button", { name: "Edit deploy" }).click();
  await groups.getByRole("textbox", { name: "Name" }).fill("release");
  await groups.getByText("still mean this group").waitFor();
  await groups.getByRole("button", { name: "Save" }).click();
  await status(page).getByText("The group release was saved.").waitFor();
  expect((await api.get("/v1/groups")).body.items).toEqual([
    { name: "release", formerNames: ["deploy"], people: [ana] },
  ]);
  await groups.getByRole("button", { name: "Delete release" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await status(page).getByText("The group release was deleted.").waitFor();
  expect((await api.get("/v1/groups")).body.items).toEqual([]);
});

test("[PEOPLE-28] a group whose people could not be saved after it was renamed is saved by the next try", async () => {
  await api.put("/v1/groups/rollout", { people: [] });
  const page = await openPage(testServer, { path, expected: [/400/] });
  const groups = page.getByRole("region", { name: "Groups" });
  await groups.getByRole("button", { name: "Edit rollout" }).click();
  await groups.getByRole("textbox", { name: "Name" }).fill("launch");
  await groups.getByRole("checkbox", { name: "Ana" }).check();
  const refusal = { type: "about:blank", status: 400, code: "invalid-request", title: "Not now", hint: "Try again." };
  const contentType = "application/problem+json";
  const saving = (url: URL) => url.pathname === "/v1/groups/launch";
  await page.route(saving, (route) => route.fulfill({ status: 400, contentType, body: JSON.stringify(refusal) }));
  await groups.getByRole("button", { name: "Save" }).click();
  await groups.getByText("Not now").waitFor();
  await page.unroute(saving);
  await groups.getByRole("button", { name: "Save" }).click();
  await status(page).getByText("The group launch was saved.").waitFor();
  const { items } = (await api.get("/v1/groups")).body;
  expect(items).toEqual([{ name: "launch", people: [ana], formerNames: ["rollout"] }]);
  await api.delete("/v1/groups/launch");
});

test("[PEOPLE-20] who is no owner reads, may leave, and finds nothing to manage", async () => {
  const page = await openPage(testServer, { as: "nobody", expected: [/status of 401/] });
  await signInAs(page, testServer, ana);
  await page.goto(testServer.server.url + path);
  await page.getByText("Owners of the project manage who is here.").waitFor();
  await row(page, "Bo").getByText("Viewer").waitFor();
  expect(await page.getByRole("combobox").count()).toBe(0);
  expect(await page.getByRole("button", { name: /Invite|Revoke|New group/ }).count()).toBe(0);
  expect(await page.getByText("bo@example.org").count()).toBe(0);
  await page.getByRole("button", { name: "Actions for Ana" }).click();
  await expect.poll(() => page.getByRole("menuitem").allTextContents()).toEqual(["Leave the project…"]);
  await page.keyboard.press("Escape");
  expect(await axeOf(page)).toEqual([]);
  await page.goto(`${testServer.server.url}/settings/keys`);
  await page.getByText("Only owners of the project see and make its keys.").waitFor();
});

test.for([
  { theme: "light", width: 1280 },
  { theme: "dark", width: 390 },
] as const)("[PEOPLE-20] axe finds nothing, and nothing is too wide: $theme, $width", async ({ theme, width }) => {
  await api.put("/v1/groups/operations", { people: [ana] });
  await api.post("/v1/invitations", {
    email: "somebody.with.a.long.name@department.example.org",
    groups: ["operations"],
  });
  const page = await openPage(testServer, { path, theme, width });
  await row(page, "Ana").first().waitFor();
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByRole("button", { name: "New group" }).click();
  await page.getByRole("region", { name: "Open invitations" }).waitFor();
  expect(await axeOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});
