import type { Contact } from "@askback/core/wire";
import { type AsyncState, type ServerQuery, useAskback, useServerQuery, valueOrThrow } from "@askback/react";
import { useId } from "react";
import { useContactTranslation } from "../i18n/contact.ts";
import { ContactFields } from "./contact-fields.tsx";
import { PushBrowsers } from "./push-browsers.tsx";
import "./contact.css";

/** How a person is reached while the app is closed: addresses, channels, hours and browsers. */
export function ContactSettings() {
  const t = useContactTranslation();
  const { data, error, set } = useContact();
  const id = useId();
  return (
    <section className="app-contact" aria-labelledby={id} aria-busy={!data && !error}>
      <h2 id={id}>{t("contact.title")}</h2>
      {error && !data && (
        <p className="ask-alert" role="alert">
          {t("contact.failed", { problem: error.title })}
        </p>
      )}
      {data?.available.length === 0 && <p className="app-note">{t("contact.none")}</p>}
      {data && data.available.length > 0 && (
        <>
          <p className="app-note">{t("contact.about")}</p>
          <ContactFields contact={data} onContact={set} />
          {data.pushKey !== undefined && <PushBrowsers contact={data} pushKey={data.pushKey} onContact={set} />}
        </>
      )}
    </section>
  );
}

const contactKey = ["contact"];

/** How the reader is reached, and how to take over what a command has changed of it. */
function useContact(): AsyncState<Contact> & { set(contact: Contact): void } {
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
