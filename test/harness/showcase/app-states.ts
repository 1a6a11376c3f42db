import type { Page } from "playwright-core";
import type { Showcase } from "./showcase.ts";

/** A state of the app that a person can meet. Selectors name no text, so that it can be shown in every language. */
export interface AppState {
  readonly name: string;
  readonly path: string;
  /** A library renders the page, which axe alone judges. */
  readonly isForeign?: boolean;
  /** Nobody is signed in. */
  readonly isSignedOut?: boolean;
  /** Only screens without room for the sidebar have it. */
  readonly isNarrow?: boolean;
  /** Waits until the page is there, and brings it into the state. */
  show(page: Page): Promise<void>;
}

/** Every state of the app, each at an address of its own or one step from it. */
export function appStates({ conversations }: Pick<Showcase, "conversations">): readonly AppState[] {
  const chat = (id: string) => `/c/${id}`;
  const { question, picked, approval, longApproval, choices, openQuestion, settled, working, failed } = conversations;
  const card = visible("section[data-inquiry] .ask-footer button");
  const log = visible("[role=log].ask-log > *");
  return [
    { name: "start", path: "/", show: visible("main textarea") },
    { name: "agent", path: "/agents/planner", show: visible("main h1") },
    { name: "chat-question", path: chat(question.id), show: card },
    { name: "chat-picked", path: chat(picked.id), show: (page) => pickFirst(page) },
    { name: "chat-choices", path: chat(choices.id), show: card },
    { name: "chat-open-question", path: chat(openQuestion.id), show: card },
    { name: "chat-approval", path: chat(approval.id), show: card },
    { name: "chat-approval-long", path: chat(longApproval.id), show: card },
    { name: "chat-settled", path: chat(settled.id), show: log },
    { name: "chat-working", path: chat(working.id), show: log },
    { name: "chat-failed", path: chat(failed.id), show: log },
    { name: "chat-missing", path: "/c/conv_00000000000000000000000000000000", show: visible("main h1") },
    { name: "inbox", path: "/inbox", show: visible("main [role=row]") },
    { name: "inbox-selection", path: "/inbox", show: (page) => selectRows(page) },
    { name: "inbox-detail", path: `/inbox/needs-you/${choices.inquiry?.id}`, show: card },
    { name: "inbox-done", path: "/inbox/done", show: visible("main [role=row]") },
    { name: "inbox-empty", path: "/inbox/snoozed", show: visible(".ask-inbox-empty") },
    { name: "question", path: `/q/${question.inquiry?.id}`, show: card },
    { name: "settings", path: "/settings", show: visible("main select") },
    { name: "not-found", path: "/inbox/a/b/c", show: visible("main h1") },
    { name: "sign-in", path: "/", isSignedOut: true, show: visible("h1") },
    { name: "palette", path: "/", show: (page) => openPalette(page) },
    { name: "drawer", path: chat(settled.id), isNarrow: true, show: (page) => openDrawer(page) },
    { name: "offline", path: chat(question.id), show: (page) => goOffline(page) },
    { name: "docs", path: "/docs", isForeign: true, show: visible("h1") },
  ];
}

function visible(selector: string): (page: Page) => Promise<void> {
  return (page) => page.locator(selector).filter({ visible: true }).first().waitFor();
}

async function pickFirst(page: Page): Promise<void> {
  await page.locator("section[data-inquiry] .ask-option-row").first().click();
  await page.locator("section[data-inquiry] input:checked").waitFor({ state: "attached" });
}

async function selectRows(page: Page): Promise<void> {
  const rows = page.locator("main [role=row]");
  await rows.first().waitFor();
  await rows.first().focus();
  await page.keyboard.press("Control+a");
  await page.locator("main [role=row][aria-selected=true]").first().waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.locator("main textarea").first().waitFor();
  await page.keyboard.press("Control+k");
  await page.locator("[role=dialog]").waitFor();
}

async function openDrawer(page: Page): Promise<void> {
  // By key, since in a low window the page may still scroll under the pointer.
  await page.locator("header.app-top button").press("Enter");
  await page.locator("dialog[open]").waitFor();
}

async function goOffline(page: Page): Promise<void> {
  await page.locator("section[data-inquiry] input").first().waitFor({ state: "attached" });
  await page.context().setOffline(true);
  await page.locator(".app-banner").waitFor();
}
