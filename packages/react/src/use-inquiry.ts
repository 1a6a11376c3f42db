import type { InquiryCard } from "./data/inquiry/inquiry-card.ts";
import { createInquiryModels } from "./data/inquiry/inquiry-model.ts";
import type { AsyncState } from "./data/live/server-cache.ts";
import type { Services } from "./data/services.ts";
import { oncePerProvider } from "./once-per-provider.ts";
import { useServices } from "./services-context.ts";
import { useAtom } from "./use-atom.ts";

/** Created with the first card: a page without cards loads nothing of this. */
const modelsOf = oncePerProvider((services: Services) => createInquiryModels(services));

/** An inquiry with all that a card shows and can do. */
export function useInquiry(inquiryId: string): AsyncState<InquiryCard> {
  return useAtom(modelsOf(useServices())(inquiryId));
}
