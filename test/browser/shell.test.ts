import { expect, test } from "vitest";
import { openPage } from "../support/browser.ts";
import { axeOf, tooWide } from "../support/page-checks.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[WEB-2] whoever scrolls the list of conversations to its end gets more, past what one request gives", async () => {
  const many = 260;
  for (let at = 0; at < many; at += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, more) =>
        stage.api.post("/v1/conversations", { agent: "puppet", title: `Number ${at + more}` }),
      ),
    );
  const page = await openPage(stage);
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
  await stage.api.post("/v1/conversations", { agent: "puppet", title: "One more" });
  await list.getByRole("link", { name: /One more/ }).waitFor();
  expect(await links.count()).toBe(many + 1);
});

test("[V-5] at 320 px there is room to write beside Stop", async () => {
  const scene = await stage.play("puppet", [{ calls: [{ name: "sleep", input: {} }] }]);
  await scene.reached("acting");
  const page = await openPage(stage, { path: `/c/${scene.id}`, width: 320, height: 568 });
  await page.getByRole("button", { name: "Stop" }).waitFor();
  const box = await page.getByRole("textbox", { name: "Message", exact: true }).boundingBox();
  expect(box?.width).toBeGreaterThan(220);
  expect(await tooWide(page)).toEqual([]);
});

test("[C-1] the start says what each agent can do, and the message is in reach however many there are", async () => {
  const page = await openPage(stage, { width: 390, height: 844 });
  await page.getByRole("radio", { name: /^careful/ }).waitFor();
  const careful = page.locator(".app-agent", { hasText: "careful" });
  await careful.getByText("asks when unsure").waitFor();
  await careful.getByText("asks before").waitFor();
  const start = await page.getByRole("button", { name: "Start" }).boundingBox();
  expect((start?.y ?? 1_000) + (start?.height ?? 0)).toBeLessThan(844);
  expect(await axeOf(page)).toEqual([]);
});
