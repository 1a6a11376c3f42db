import type { Client, Reply } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import type { LiveEvent } from "@askback/react";

export interface QuestionNotifierOptions {
  read(inquiryId: string): Reply<Inquiry>;
  /** The newest open questions. */
  readOpen(): ReturnType<Client["inquiries"]["list"]>;
  /** Whether any tab of this app has the focus. */
  isAnyTabFocused(): Promise<boolean>;
  /** Whether this tab is the one to notify of a question; one of all tabs is, until it releases the claim. */
  claim(inquiryId: string): Promise<boolean>;
  release(inquiryId: string): void;
  show(inquiry: Inquiry): void;
  close(inquiryId: string): void;
}

/** Notifies of each question once while no tab has the focus, and closes the notification when it is resolved. */
export function createQuestionNotifier(options: QuestionNotifierOptions) {
  const { read, readOpen, isAnyTabFocused, claim, release, show, close } = options;
  const known = new Set<string>();
  const notified = new Set<string>();
  let hasSnapshot = false;

  async function notify(inquiryId: string): Promise<void> {
    known.add(inquiryId);
    if (notified.has(inquiryId) || (await isAnyTabFocused()) || !(await claim(inquiryId))) return;
    notified.add(inquiryId);
    const inquiry = await read(inquiryId);
    // It may be resolved by now.
    if (inquiry.ok && inquiry.value.status === "open") show(inquiry.value);
  }

  function withdraw(inquiryId: string): void {
    release(inquiryId);
    close(inquiryId);
  }

  /** Notifies of questions that were asked while the connection was lost; those that were open at the start are not new. */
  async function catchUp(): Promise<void> {
    const open = await readOpen();
    if (!open.ok) return;
    const { items, next } = open.value;
    const ids = items.map(({ id }) => id);
    const missed = hasSnapshot ? ids.filter((id) => !known.has(id)) : [];
    hasSnapshot = true;
    for (const id of ids) known.add(id);
    if (next === undefined) for (const id of notified) if (!ids.includes(id)) withdraw(id);
    await Promise.all(missed.map(notify));
  }

  return {
    async handleEvent(event: LiveEvent): Promise<void> {
      if (event.type === "asked") return notify(event.inquiryId);
      if (event.type === "snapshot") return catchUp();
      if (event.type === "resolved") withdraw(event.inquiryId);
    },
  };
}
