import { expect, test } from "vitest";
import { amend, amendmentIn, askElsewhere, cardOf, openExternalPage } from "../../harness/browser/external-page.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();

const appearances = [
  { width: 1280, theme: "light", language: "en" },
  { width: 320, theme: "dark", language: "en" },
  { width: 390, theme: "light", language: "ar" },
  { width: 1280, theme: "dark", language: "de" },
] as const;

test.for(appearances)("[EXTERNAL-30] axe finds nothing at $width px, $theme, in $language", async (options) => {
  const thread = `states-${options.width}-${options.language}`;
  const common = {
    agent: "Deploy bot",
    thread,
    title: "Release 4.2 of the service for everything",
    options: ["Yes", "No"],
  };
  const { inquiry, page, card } = await openExternalPage(testServer, { ...common, question: "Deploy?" }, options);
  const second = await askElsewhere(testServer, { ...common, question: "Tell the customers?" });
  await testServer.api.post(`/v1/inquiries/${second.id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  const third = await askElsewhere(testServer, { ...common, question: "Freeze the branch?" });
  // A new card may take the focus.
  await cardOf(page, third.id).waitFor();
  await page.locator(".ask-composer textarea").fill("Yes to all");
  await page.locator("p.ask-composer-notice").waitFor();
  await amend(testServer, inquiry.id, {
    question: "Deploy after midnight, when the least people are there?",
    options: ["Yes", "Never"],
    context: "The migration takes an hour.",
  });
  await amendmentIn(card).waitFor();
  expect([...(await axeOf(page)), ...(await tooWide(page))]).toEqual([]);
});
