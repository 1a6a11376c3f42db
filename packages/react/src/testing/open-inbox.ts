import type { Inquiry } from "@askback/core/wire";
import type { InquiryList, ListedInquiries } from "../data/inbox/inquiry-list.ts";
import { createFakeClock } from "./fake-clock.ts";
import { createFakeInbox } from "./fake-inbox.ts";
import { observe } from "./observe.ts";
import { inquiryOf } from "./samples.ts";

export function openInbox(...inquiries: readonly Inquiry[]) {
  const clock = createFakeClock();
  const server = createFakeInbox(clock);
  server.put(...inquiries);
  const { live, inbox } = server;
  const subscribe = (list: InquiryList, onChange?: () => void) => observe(live.queryClient, list.query, onChange).stop;
  const state = (list: InquiryList) => live.queryClient.getQueryState<ListedInquiries>(list.query.queryKey);
  const rows = (list: InquiryList) => state(list)?.data?.inquiries.map(({ id, status }) => `${id} ${status}`);
  return { server, clock, inbox, subscribe, state, rows };
}

export const row = (id: string, change: Partial<Inquiry> = {}) =>
  inquiryOf({ id, conversationId: `of ${id}`, ...change });
