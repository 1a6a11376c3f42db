import type { InquiryCard } from "./card/inquiry-card.ts";
import type { Known } from "./live/live.ts";
import { useServices } from "./services-context.ts";
import { useSource } from "./use-source.ts";

/** An inquiry with all that a card shows and can do. */
export function useInquiry(inquiryId: string): Known<InquiryCard> {
  return useSource(useServices().desk(inquiryId));
}
