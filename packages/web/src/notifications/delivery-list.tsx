import type { Notice } from "@askback/core/wire";
import { readPages, type ServerQuery, useAskback, useLanguage, useServerQuery, valueOrThrow } from "@askback/react";
import { useChannelName } from "../contact/channel-tests.tsx";
import { useContactTranslation } from "../i18n/contact.ts";

/** How the reader was told of a notification, and why. */
export function DeliveryList({ id }: { readonly id: string }) {
  const t = useContactTranslation();
  const { client } = useAskback();
  const query: ServerQuery<readonly Notice[]> = {
    queryKey: ["notifications", id, "deliveries"],
    queryFn: async ({ signal }) =>
      valueOrThrow(await readPages((page) => client.notifications.deliveries(id, page, { signal }))).items,
    staleTime: 0,
  };
  const { data, error } = useServerQuery(query);
  if (error && !data)
    return (
      <p className="ask-alert" role="alert">
        {t("notices.failed", { problem: error.title })}
      </p>
    );
  if (!data) return null;
  if (data.length === 0) return <p className="app-note">{t("notices.told-nowhere")}</p>;
  return (
    <ul className="app-notice-told">
      {data.map((notice) => (
        <Delivery key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}

function Delivery({ notice }: { readonly notice: Notice }) {
  const t = useContactTranslation();
  const nameOf = useChannelName();
  const format = new Intl.DateTimeFormat(useLanguage(), { dateStyle: "medium", timeStyle: "short" });
  const { status, attempts, nextAttemptAt, why } = notice;
  const channel = nameOf(notice.channel);
  const date = (at: string | undefined) => (at === undefined ? "" : format.format(Date.parse(at)));
  const unsent = attempts.at(-1)?.unsent;
  const sentence = () => {
    switch (status) {
      case "pending":
        return nextAttemptAt === undefined
          ? t("notices.told-waiting", { channel })
          : t(unsent ? "notices.told-later" : "notices.told-pending", { channel, date: date(nextAttemptAt) });
      case "delivered":
        return t("notices.told-delivered", { channel, date: date(attempts.at(-1)?.at ?? notice.createdAt) });
      case "dead":
        return t("notices.told-dead", { channel, tries: attempts.filter((attempt) => !attempt.unsent).length });
      case "withdrawn":
        return t(unsent === "not-wanted" ? "notices.told-unwanted" : "notices.told-withdrawn", { channel });
    }
  };
  return (
    <li>
      {sentence()}
      {/* The server says it in English. */}
      {why !== undefined && (
        <span className="ask-muted" lang="en" dir="ltr">
          {why}
        </span>
      )}
    </li>
  );
}
