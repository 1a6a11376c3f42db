import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { amend, amendmentIn, askerOf, openExternalPage } from "../../harness/browser/external-page.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const deploy = { agent: "Deploy bot", question: "Deploy to staging?", options: ["Yes", "No"] };

/** Presses an option now, and releases it as soon as the card has changed, together with all else that sends. */
function releaseAfterChange(card: Locator): Promise<void> {
  return card.evaluate((node) => {
    const rowOf = () => node.querySelector<HTMLElement>(".ask-option-row");
    const pointer = { bubbles: true, isPrimary: true, button: 0 };
    rowOf()?.dispatchEvent(new PointerEvent("pointerdown", pointer));
    const observer = new MutationObserver(() => {
      if (!node.querySelector(".ask-amended")) return;
      observer.disconnect();
      rowOf()?.dispatchEvent(new PointerEvent("pointerup", pointer));
      rowOf()?.click();
      node.querySelector<HTMLElement>(".ask-submit-button")?.click();
      const enter = { key: "Enter", ctrlKey: true, bubbles: true };
      node.querySelector("textarea")?.dispatchEvent(new KeyboardEvent("keydown", enter));
    });
    observer.observe(node, { childList: true, subtree: true });
  });
}

test("[EXTERNAL-27] a tap, a button and a key send nothing at the moment in which the question changes", async () => {
  const { inquiry, page, card } = await openExternalPage(testServer, deploy);
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/answer") && sent.push(request.url()));
  await waitUntilDeliberate(card);
  await releaseAfterChange(card);
  await amend(testServer, inquiry.id, { question: "Deploy to production?", options: deploy.options });
  await amendmentIn(card).waitFor();
  await card.getByRole("radio", { name: "Yes", checked: true }).waitFor();
  expect(await card.getAttribute("data-state")).toBe("pending");
  await waitUntilDeliberate(card);
  expect(sent).toEqual([]);
  expect((await testServer.api.get(`/v1/inquiries/${inquiry.id}`)).body.status).toBe("open");
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.getByText("You answered").waitFor();
  const { body } = await askerOf(testServer).get(`/v1/inquiries/${inquiry.id}`);
  expect(body).toMatchObject({ resolution: { text: "Yes" } });
  expect(body.revision).toBeGreaterThan(1);
});

test("[EXTERNAL-27] a call that changes under the finger is not allowed", async () => {
  const approval = { tool: "terraform_apply", input: { plan: "one.out" } };
  const { inquiry, card } = await openExternalPage(testServer, { agent: "terraform", approval });
  await waitUntilDeliberate(card);
  await card.evaluate((node) => {
    const button = () => node.querySelector<HTMLElement>(".ask-primary");
    const pointer = { bubbles: true, isPrimary: true, button: 0, detail: 1 };
    button()?.dispatchEvent(new PointerEvent("pointerdown", pointer));
    const observer = new MutationObserver(() => {
      if (!node.querySelector(".ask-amended")) return;
      observer.disconnect();
      for (const type of ["pointerup", "click"]) button()?.dispatchEvent(new PointerEvent(type, pointer));
      // A key acts on the focused button, which is not what was read either.
      button()?.click();
    });
    observer.observe(node, { childList: true, subtree: true });
  });
  await amend(testServer, inquiry.id, { approval: { ...approval, input: { plan: "two.out" } } });
  await amendmentIn(card).waitFor();
  await waitUntilDeliberate(card);
  expect((await testServer.api.get(`/v1/inquiries/${inquiry.id}`)).body.status).toBe("open");
  await card.getByRole("button", { name: "Allow once" }).click();
  await card.getByText("You allowed this").waitFor();
});
