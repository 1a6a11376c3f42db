import { useContext, useEffect, useState } from "react";
import { followDraftFiles } from "../data/files/draft-files.ts";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { ServicesContext } from "../services-context.ts";
import { useLatest } from "../ui/use-latest.ts";

interface DraftFiles {
  /** Whether files of the answer are still on their way, so that it would be sent without them. */
  readonly isUploading: boolean;
  /** Removes a file that the draft has. */
  detach(question: string, file: string): void;
}

/** The files of a card's draft. */
export function useDraftFiles(card: Pick<InquiryCard, "inquiry" | "change">): DraftFiles {
  // A card without a provider has no files.
  const services = useContext(ServicesContext);
  const [pending, setPending] = useState(0);
  const latest = useLatest(card);
  const { id, revision, status } = card.inquiry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the questions change with the revision
  useEffect(() => {
    if (!services || status !== "open") return;
    const change: InquiryCard["change"] = (action) => latest.current.change(action);
    return followDraftFiles(latest.current.inquiry, { files: services.files, change, onPending: setPending });
  }, [services, id, revision, status]);
  return {
    isUploading: pending > 0,
    detach(question, file) {
      card.change({ type: "detach", question, file });
      void services?.uploads.dropFiles([file]);
    },
  };
}
