import type { Locator, Page } from "playwright-core";
import { type Api, type ApiResponse, createApi } from "../server/api.ts";
import type { TestServer } from "../server/test-server.ts";
import { openPage, type PageOptions } from "./browser.ts";
import { cardOn } from "./inquiry-page.ts";

/** The API as a program that runs elsewhere uses it. */
export function askerOf({ server }: TestServer): Api {
  return createApi(server, server.keys.ask);
}

/** Asks from elsewhere, and returns the inquiry. */
export async function askElsewhere(testServer: TestServer, body: object): Promise<ApiResponse["body"]> {
  const asked = await askerOf(testServer).post("/v1/inquiries", body);
  if (asked.status !== 201) throw new Error(`could not ask: ${JSON.stringify(asked.body)}`);
  return asked.body;
}

/** Changes what was asked. */
export async function amend(testServer: TestServer, inquiryId: string, body: object): Promise<void> {
  const amended = await askerOf(testServer).patch(`/v1/inquiries/${inquiryId}`, body);
  if (amended.status !== 200) throw new Error(`could not amend: ${JSON.stringify(amended.body)}`);
}

export function cardOf(page: Page, inquiryId: string): Locator {
  return cardOn(page).and(page.locator(`[data-inquiry="${inquiryId}"]`));
}

export interface ExternalPage {
  readonly inquiry: ApiResponse["body"];
  readonly page: Page;
  readonly card: Locator;
}

/** A page that shows the conversation of an ask from elsewhere. */
export async function openExternalPage(
  testServer: TestServer,
  body: object,
  options: PageOptions = {},
): Promise<ExternalPage> {
  const inquiry = await askElsewhere(testServer, body);
  const page = await openPage(testServer, { path: `/c/${inquiry.conversationId}`, ...options });
  const card = cardOf(page, inquiry.id);
  await card.getByRole("heading").first().waitFor();
  return { inquiry, page, card };
}

/** The notice of a card that says what was changed. */
export function amendmentIn(card: Locator): Locator {
  return card.locator(".ask-amended");
}
