import { expect, test } from "vitest";
import { askOne } from "../../support/asks.ts";
import { openPage } from "../../support/browser.ts";
import { freePort } from "../../support/postgres-cluster.ts";
import { openStage, type Stage } from "../../support/stage.ts";

const whileAway = [/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/];

/** A stage whose server comes back at the same address after it was killed. */
async function openLastingStage(): Promise<{ readonly stage: Stage; comeBack(): Promise<Stage> }> {
  const args = ["--port", String(await freePort())];
  const stage = await openStage({ args });
  const { dataDir } = stage.server;
  return { stage, comeBack: () => openStage({ args, dataDir, env: { ASKBACK_TEST_PROMPTS: stage.promptFile } }) };
}

test("[D-1] the server is killed while somebody types: nothing is lost, and the answer is delivered once", async () => {
  const { stage, comeBack } = await openLastingStage();
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}`, expected: whileAway });
  const field = page.getByRole("textbox", { name: "In your own words" });
  await field.pressSequentially("Neither, ");
  await stage.server.kill();
  await field.pressSequentially("water please");
  const { api } = await comeBack();
  expect(await field.inputValue()).toBe("Neither, water please");
  await page.locator("section[data-inquiry]").getByRole("button", { name: "Send" }).click();
  await api.reached(scene.id, "idle");
  expect(scene.prompts()).toHaveLength(2);
  expect(scene.told()).toMatchObject([{ text: expect.stringContaining("Neither, water please") }]);
});

test("[X-3] the server is killed while an answer is held: it is delivered once", async () => {
  const { stage, comeBack } = await openLastingStage();
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "Thanks." }]);
  const page = await openPage(stage, { path: `/c/${scene.id}`, expected: whileAway });
  const { id } = await scene.asked();
  await page.getByRole("radio", { name: "Tea" }).waitFor();
  await page.getByRole("textbox", { name: "Message" }).focus();
  await stage.api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }], hold: 10 });
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await stage.server.kill();
  const { api } = await comeBack();
  await api.reached(scene.id, "idle");
  await page.getByRole("heading", { name: "You answered" }).waitFor();
  expect(scene.prompts()).toHaveLength(2);
});
