import type { Client, Reply } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import type { LiveEvent } from "@askback/react";

export interface QuestionNoticesOptions {
  read(inquiryId: string): Reply<Inquiry>;
  /** The newest questions that are open. */
  readOpen(): ReturnType<Client["inquiries"]["list"]>;
  /** Whether somebody looks at this app, in whichever tab. */
  isLookedAt(): Promise<boolean>;
  /** Whether it is this tab that tells of a question; one of all tabs does, until it lets go. */
  claim(inquiryId: string): Promise<boolean>;
  letGo(inquiryId: string): void;
  show(inquiry: Inquiry): void;
  close(inquiryId: string): void;
}

/** Tells of each question once while nobody looks, and takes the notice back when it is settled. */
export function createQuestionNotices(options: QuestionNoticesOptions) {
  const { read, readOpen, isLookedAt, claim, letGo, show, close } = options;
  const heard = new Set<string>();
  const told = new Set<string>();
  let hasBegun = false;

  async function tell(inquiryId: string): Promise<void> {
    heard.add(inquiryId);
    if (told.has(inquiryId) || (await isLookedAt()) || !(await claim(inquiryId))) return;
    told.add(inquiryId);
    const inquiry = await read(inquiryId);
    // It may be settled by now, and then nobody is to be called.
    if (inquiry.ok && inquiry.value.status === "open") show(inquiry.value);
  }

  function takeBack(inquiryId: string): void {
    letGo(inquiryId);
    close(inquiryId);
  }

  /** What was asked in a break is told of after it; what was open when the page was opened is no news. */
  async function catchUp(): Promise<void> {
    const open = await readOpen();
    if (!open.ok) return;
    const { items, next } = open.value;
    const ids = items.map(({ id }) => id);
    const missed = hasBegun ? ids.filter((id) => !heard.has(id)) : [];
    hasBegun = true;
    for (const id of ids) heard.add(id);
    if (next === undefined) for (const id of told) if (!ids.includes(id)) takeBack(id);
    await Promise.all(missed.map(tell));
  }

  return {
    async hear(event: LiveEvent): Promise<void> {
      if (event.type === "asked") return tell(event.inquiryId);
      if (event.type === "snapshot") return catchUp();
      if (event.type === "resolved") takeBack(event.inquiryId);
    },
  };
}
