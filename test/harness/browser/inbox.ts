import type { Locator, Page } from "playwright-core";
import type { TestConversation, TestServer } from "../server/test-server.ts";
import { waitUntilDeliberate } from "./pointer.ts";

export interface OpenInquiry {
  readonly inquiryId: string;
  readonly conversation: TestConversation;
}

interface OpenInquiryOptions {
  readonly agent?: string;
  readonly options?: readonly string[];
  readonly title?: string;
}

/** Starts a conversation whose agent asks this question, and waits for the inquiry. */
export async function openInquiry(
  testServer: TestServer,
  question: string,
  how: OpenInquiryOptions = {},
): Promise<OpenInquiry> {
  const { agent = "scripted", options = ["Tea", "Coffee"], title } = how;
  const input = { questions: [{ question, options: options.map((label) => ({ label })) }] };
  const conversation = await testServer.startConversation(agent, [
    { calls: [{ name: "ask_user_question", input }] },
    { text: "Thank you." },
  ]);
  const { id } = await conversation.waitForInquiry();
  if (title !== undefined) await testServer.api.patch(`/v1/conversations/${conversation.id}`, { title });
  return { inquiryId: id, conversation };
}

/** Deletes all conversations, so that a test begins with an empty inbox. */
export async function emptyInbox({ api }: TestServer): Promise<void> {
  const { items } = (await api.get("/v1/conversations?limit=200")).body;
  for (const { id } of items) await api.delete(`/v1/conversations/${id}`);
}

export function rowsOf(page: Page): Locator {
  return page.getByRole("grid").getByRole("row");
}

export function rowOf(page: Page, question: string): Locator {
  return rowsOf(page).filter({ hasText: question });
}

/** Answers from a row: its quick answers appear under the pointer, and are pressed when they were in view for a moment. */
export async function answerQuickly(row: Locator, label: string): Promise<void> {
  const button = row.getByRole("button", { name: label });
  await row.hover();
  await waitUntilDeliberate(button);
  await button.click();
}

/** The questions of the rows, from top to bottom. */
export function questionsIn(page: Page): Promise<string[]> {
  return page.locator(".ask-row-question").allTextContents();
}
