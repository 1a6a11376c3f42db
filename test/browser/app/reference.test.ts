import { expect, test } from "vitest";
import { openContext, type PageOptions } from "../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const { server } = await startTestServer();

/** Opens the API reference without a key, and records the requests and errors of its page. */
async function openReference(options: PageOptions = {}, chosenTheme?: string) {
  const page = await (await openContext(options)).newPage();
  if (chosenTheme !== undefined)
    await page.addInitScript(
      (theme) => localStorage.setItem("askback:preferences", JSON.stringify({ theme })),
      chosenTheme,
    );
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.exposeFunction("complain", (complaint: string) => complaints.push(complaint));
  // Some violations are not logged to the console, such as those of code that only tests whether `eval` is allowed.
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (violation) =>
    complain(violation.effectiveDirective + " " + violation.blockedURI + " " + violation.sourceFile))`);
  await page.goto(`${server.url}/docs`);
  await page.getByRole("heading", { level: 2, name: "Conversations", exact: true }).waitFor();
  return { page, requests, complaints };
}

test("[HTTP-6] /docs lists every operation and schema, and shows parameters, their limits and responses", async () => {
  const { page, complaints } = await openReference({ theme: "dark" });
  const { paths, components } = await (await fetch(`${server.url}/openapi.json`)).json();
  const sidebar = page.getByRole("complementary");
  const listed = await sidebar.getByRole("link").allTextContents();
  const summaries = Object.values<Record<string, { summary: string }>>(paths).flatMap((item) =>
    Object.values(item).map(({ summary }) => summary),
  );
  expect(summaries.length).toBeGreaterThan(30);
  const isListed = (name: string) => listed.some((text) => text.includes(name));
  expect([...summaries, ...Object.keys(components.schemas)].filter((name) => !isListed(name))).toEqual([]);

  await sidebar.getByRole("link", { name: "Read an inquiry, or wait until it is resolved" }).click();
  const operation = page.getByRole("region", { name: "Read an inquiry, or wait until it is resolved" });
  await operation.getByText("Seconds to wait for its resolution").waitFor();
  const text = await operation.textContent();
  for (const words of [/wait/, /number/, /min:\s*0/, /max:\s*60/, "/v1/inquiries/", '"conversationId"', server.url])
    expect(text).toMatch(words);
  expect(await page.evaluate(backgroundColor)).toBe("rgb(17, 18, 20)");
  expect(complaints).toEqual([]);
});

test("[HTTP-6] /docs has the content security policy of the app, violates none of it, and requests nothing elsewhere", async () => {
  const { page, requests, complaints } = await openReference();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("retract");
  await page.getByRole("option", { name: /Take back a held answer/ }).click();
  await page.getByRole("heading", { name: "Take back a held answer" }).waitFor();
  await page.getByRole("complementary").getByRole("link", { name: "SavedDraft" }).click();
  await page.waitForLoadState("networkidle");
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.filter((url) => new URL(url).origin !== server.url)).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await page.evaluate(backgroundColor)).toBe("rgb(255, 255, 255)");
  const policyOf = async (path: string) => (await fetch(`${server.url}${path}`)).headers.get("content-security-policy");
  expect(await policyOf("/docs")).toBe(await policyOf("/"));
});

test.for([
  { theme: "light", ground: "rgb(255, 255, 255)", hasInter: true },
  { theme: "dark", ground: "rgb(17, 18, 20)", hasInter: true },
  { theme: "terminal", ground: "rgb(11, 15, 12)", hasInter: false },
])(
  "[LOOK-11] /docs has the theme $theme of the app, its font, and no faults at 1280 and 320 px",
  async ({ theme, ground, hasInter }) => {
    for (const width of [1280, 320]) {
      // The system prefers the other one.
      const { page, complaints } = await openReference({ width, theme: theme === "light" ? "dark" : "light" }, theme);
      expect(await page.evaluate(backgroundColor)).toBe(ground);
      const family = await page.evaluate(
        () => getComputedStyle(document.querySelector("h1") ?? document.body).fontFamily,
      );
      expect(family.includes("Inter Variable")).toBe(hasInter);
      expect(await tooWide(page)).toEqual([]);
      expect(await axeOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  },
);

const backgroundColor = "getComputedStyle(document.body).backgroundColor";
