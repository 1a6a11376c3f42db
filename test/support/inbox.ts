import type { Locator, Page } from "playwright-core";
import type { Scene, Stage } from "./stage.ts";

export interface Waiting {
  readonly inquiryId: string;
  readonly scene: Scene;
}

interface WaitingOptions {
  readonly agent?: string;
  readonly options?: readonly string[];
  readonly title?: string;
}

/** Waits until an agent has asked this, and waits for an answer. */
export async function waiting(stage: Stage, question: string, how: WaitingOptions = {}): Promise<Waiting> {
  const { agent = "puppet", options = ["Tea", "Coffee"], title } = how;
  const input = { questions: [{ question, options: options.map((label) => ({ label })) }] };
  const scene = await stage.play(agent, [{ calls: [{ name: "ask_user_question", input }] }, { text: "Thank you." }]);
  const { id } = await scene.asked();
  if (title !== undefined) await stage.api.patch(`/v1/conversations/${scene.id}`, { title });
  return { inquiryId: id, scene };
}

/** Erases everything that earlier tests left, so that a test begins with an empty inbox. */
export async function emptyInbox({ api }: Stage): Promise<void> {
  const { items } = (await api.get("/v1/conversations?limit=200")).body;
  for (const { id } of items) await api.delete(`/v1/conversations/${id}`);
}

export function rowsOf(page: Page): Locator {
  return page.getByRole("grid").getByRole("row");
}

export function rowOf(page: Page, question: string): Locator {
  return rowsOf(page).filter({ hasText: question });
}

/** The questions of the rows, from top to bottom. */
export function questionsIn(page: Page): Promise<string[]> {
  return page.locator(".ask-row-question").allTextContents();
}
