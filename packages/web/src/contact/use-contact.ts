import type { Contact } from "@askback/core/wire";
import { type AsyncState, type ServerQuery, useAskback, useServerQuery, valueOrThrow } from "@askback/react";

const contactKey = ["contact"];

/** How the reader is reached, and how to take over what a command has changed of it. */
export function useContact(): AsyncState<Contact> & { set(contact: Contact): void } {
  const { client, live } = useAskback();
  const query: ServerQuery<Contact> = {
    queryKey: contactKey,
    queryFn: async ({ signal }) => valueOrThrow(await client.contact.get({ signal })),
    // No event tells that it was changed in another browser.
    staleTime: 0,
  };
  return {
    ...useServerQuery(query),
    set: (contact) => void live.queryClient.setQueryData(contactKey, contact),
  };
}
