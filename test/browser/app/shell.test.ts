import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

test("[WEB-2] scrolling the list of conversations to its end loads more than one request gives", async () => {
  const many = 260;
  for (let at = 0; at < many; at += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, more) =>
        testServer.api.post("/v1/conversations", { agent: "scripted", title: `Number ${at + more}` }),
      ),
    );
  const page = await openPage(testServer);
  const list = page.getByRole("list", { name: "Conversations" });
  const links = list.getByRole("link");
  await links.first().waitFor();
  expect(await links.count()).toBeLessThan(200);
  await expect
    .poll(async () => {
      await list.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
      return links.count();
    })
    .toBe(many);
  await page.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" });
  await testServer.api.post("/v1/conversations", { agent: "scripted", title: "One more" });
  await list.getByRole("link", { name: /One more/ }).waitFor();
  expect(await links.count()).toBe(many + 1);
});

test("[LOOK-5] at 320 px there is room to write beside Stop", async () => {
  const conversation = await testServer.startConversation("scripted", [{ calls: [{ name: "sleep", input: {} }] }]);
  await conversation.waitForStatus("acting");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, width: 320, height: 568 });
  await page.getByRole("button", { name: "Stop" }).waitFor();
  const box = await page.getByRole("textbox", { name: "Message", exact: true }).boundingBox();
  expect(box?.width).toBeGreaterThan(220);
  expect(await tooWide(page)).toEqual([]);
});

test("[WEB-26] the message field of the start page is in reach however many agents there are", async () => {
  const page = await openPage(testServer, { width: 390, height: 844 });
  await page.getByRole("radio", { name: "Careful" }).waitFor();
  const start = await page.getByRole("button", { name: "Start" }).boundingBox();
  expect((start?.y ?? 1_000) + (start?.height ?? 0)).toBeLessThan(844);
  expect(await axeOf(page)).toEqual([]);
});
