import type { Reply } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import type { LiveEvent } from "@askback/react";

export interface QuestionNoticesOptions {
  read(inquiryId: string): Reply<Inquiry>;
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
  const { read, isLookedAt, claim, letGo, show, close } = options;
  const told = new Set<string>();

  async function tell(inquiryId: string): Promise<void> {
    if (told.has(inquiryId) || (await isLookedAt()) || !(await claim(inquiryId))) return;
    told.add(inquiryId);
    const inquiry = await read(inquiryId);
    // It may be settled by now, and then nobody is to be called.
    if (inquiry.ok && inquiry.value.status === "open") show(inquiry.value);
  }

  return {
    async hear(event: LiveEvent): Promise<void> {
      if (event.type === "asked") return tell(event.inquiryId);
      if (event.type !== "resolved") return;
      letGo(event.inquiryId);
      close(event.inquiryId);
    },
  };
}
