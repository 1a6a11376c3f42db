import type { Locator, Page } from "playwright-core";
import type { Api } from "../server/api.ts";
import type { ScriptReply } from "../server/prompt-scripted-model.ts";
import type { TestConversation, TestServer } from "../server/test-server.ts";
import { openPage, type PageOptions } from "./browser.ts";

/** A page that shows a conversation with an open inquiry. */
export interface InquiryPage {
  readonly conversation: TestConversation;
  readonly page: Page;
  readonly card: Locator;
  /** The API path of the inquiry. */
  readonly path: string;
}

interface InquiryPageOptions extends PageOptions {
  readonly agent?: string;
  /** Who starts the conversation, and so may withdraw its inquiries. */
  readonly by?: Api;
}

type Call = NonNullable<ScriptReply["calls"]>[number];

export async function openInquiryPage(
  testServer: TestServer,
  call: Call,
  { agent = "scripted", by = testServer.api, ...options }: InquiryPageOptions = {},
): Promise<InquiryPage> {
  const conversation = await testServer.startConversation(
    agent,
    [{ text: "One moment.", calls: [call] }, { text: "Thank you." }],
    by,
  );
  const { id } = await conversation.waitForInquiry();
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...options });
  const card = cardOn(page);
  await card.getByRole("heading").first().waitFor();
  return { conversation, page, card, path: `/v1/inquiries/${id}` };
}

/** The same, with the page opened before the agent asks. */
export async function openPageBeforeInquiry(
  testServer: TestServer,
  call: Call,
  { agent = "scripted", by = testServer.api, ...options }: InquiryPageOptions = {},
): Promise<Omit<InquiryPage, "path"> & { ask(): Promise<void> }> {
  const conversation = await testServer.startConversation(
    agent,
    [{ text: "Hello." }, { calls: [call] }, { text: "Thank you." }],
    by,
  );
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...options });
  await page.getByText("Hello.", { exact: true }).waitFor();
  const card = cardOn(page);
  return {
    conversation,
    page,
    card,
    async ask() {
      await testServer.api.post(`/v1/conversations/${conversation.id}/messages`, { text: "Go on." });
      await card.getByRole("heading").first().waitFor();
    },
  };
}

export function cardOn(page: Page): Locator {
  return page.locator("section[data-inquiry]");
}

export function ownWordsOf(card: Locator): Locator {
  return card.getByRole("textbox", { name: "Something else…" });
}

/** Waits until the agent has received the answer and its last reply is shown. */
export async function waitForThanks(page: Page): Promise<void> {
  await page.getByRole("log").getByText("Thank you.", { exact: true }).waitFor();
}

/** Whether an element has the focus. */
export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}
