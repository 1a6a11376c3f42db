import type { Failure } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { announce } from "@react-aria/live-announcer";
import { useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useWords } from "../i18n/use-words.ts";
import { useInboxLive } from "./use-inbox-live.ts";
import { momentOf } from "./waiting-time.ts";

/** What can be done with an inquiry beside answering it, and why it could not be. */
export interface InquiryActs {
  readonly problem: Failure | undefined;
  /** Null brings it back. */
  snooze(until: number | null): Promise<boolean>;
  decline(comment: string | undefined): Promise<boolean>;
}

export function useInquiryActs({ id, revision }: Inquiry): InquiryActs {
  const { i18n } = useLingui();
  const words = useWords();
  const { client } = useAskback();
  const inbox = useInboxLive();
  const [problem, setProblem] = useState<Failure>();
  return {
    problem,
    async snooze(until) {
      const reply = await client.inquiries.snooze(id, { until: until === null ? null : new Date(until).toISOString() });
      setProblem(reply.ok ? undefined : reply.error);
      inbox.changed(reply.ok ? reply.value : id);
      if (!reply.ok) return false;
      const time = until === null ? "" : momentOf(until, Date.now(), i18n.locale);
      announce(until === null ? words("inbox.unsnoozed") : words("inbox.snoozed", { time }), "polite");
      return true;
    },
    async decline(comment) {
      const reply = await client.inquiries.decline(id, { revision, ...(comment !== undefined && { comment }) });
      setProblem(reply.ok ? undefined : reply.error);
      inbox.changed(id);
      return reply.ok;
    },
  };
}
