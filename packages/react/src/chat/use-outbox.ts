import { useServices } from "../services-context.ts";
import type { Outbox } from "./outbox.ts";

/** The one outbox of a conversation. */
export function useOutbox(conversationId: string): Outbox {
  return useServices().outbox(conversationId);
}
