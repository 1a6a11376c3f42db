import { expect, test } from "vitest";
import { cardOn, goesOn, openBeforeAsked, ownWordsOf } from "../support/asked-page.ts";
import { askOne } from "../support/asks.ts";
import { openPage } from "../support/browser.ts";
import { listen } from "../support/heard.ts";
import { openStage } from "../support/stage.ts";

const stage = await openStage();

test("[S-4] the end of a deadline is announced twice, and one press extends it, ten times and more", async () => {
  const scene = await stage.play("timed", [{ calls: [askOne] }, { text: "Thank you." }]);
  const { id, deadline } = await scene.asked();
  const page = await openPage(stage);
  await page.clock.install();
  // The server's clock is not turned with this one, and shall not tell of it.
  await page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === "date" ? null : get.call(this, name);
    };
  });
  await page.goto(`${stage.server.url}/c/${scene.id}`);
  const card = cardOn(page);
  await card.getByText(/^Answer by /).waitFor();
  const heard = await listen(page);
  await page.clock.fastForward("08:10");
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^polite: .*expires in 2 minutes/));
  await card.getByText(/^1:\d\d left$/).waitFor();
  await page.clock.fastForward("01:20");
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^assertive: .*expires in 30 seconds/));
  const warnings = (await heard()).filter((line) => line.includes("expires in"));
  expect(warnings).toHaveLength(2);

  let end = String(deadline);
  for (let count = 0; count < 11; count++) {
    await card.getByRole("button", { name: "Extend" }).click();
    const before = end;
    await expect.poll(() => card.locator("time").getAttribute("datetime")).not.toBe(before);
    end = (await card.locator("time").getAttribute("datetime")) ?? "";
    expect(Date.parse(end) - Date.parse(before)).toBeGreaterThanOrEqual(600_000);
  }
  expect((await stage.api.get(`/v1/inquiries/${id}`)).body).toMatchObject({ status: "open", deadline: end });
});

test("[S-4] E extends the deadline from the card's header, and is a letter in its fields", async () => {
  const scene = await stage.play("timed", [{ calls: [askOne] }, { text: "Thank you." }]);
  const { id, deadline } = await scene.asked();
  const page = await openPage(stage, { path: `/c/${scene.id}` });
  const card = cardOn(page);
  await ownWordsOf(card).pressSequentially("tee");
  expect((await stage.api.get(`/v1/inquiries/${id}`)).body.deadline).toBe(deadline);
  await card.getByRole("heading").first().focus();
  await page.keyboard.press("e");
  await expect
    .poll(async () => Date.parse((await stage.api.get(`/v1/inquiries/${id}`)).body.deadline))
    .toBeGreaterThan(Date.parse(String(deadline)));
});

test("[D-6] what was written when a deadline passes stays, is said to be kept, and nothing is answered", async () => {
  const { scene, page, card, ask } = await openBeforeAsked(stage, askOne, { agent: "brief" });
  const heard = await listen(page);
  await ask();
  await ownWordsOf(card).fill("Wat");
  await card.getByText(/^Expired at /).waitFor();
  await card.locator(".ask-recovered", { hasText: "Wat" }).waitFor();
  await expect
    .poll(heard)
    .toContainEqual(
      expect.stringMatching(/^polite: Expired at .* went on without an answer\. Your text is kept below\./),
    );
  expect(await ownWordsOf(card).inputValue()).toBe("Wat");
  await goesOn(page);
  expect(JSON.stringify(scene.told())).toContain("Nobody answered before the deadline");
});
