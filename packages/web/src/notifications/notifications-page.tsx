import type { Notification } from "@askback/core/wire";
import { useAskback, useServerQuery } from "@askback/react";
import { useId, useState } from "react";
import { useContactTranslation } from "../i18n/contact.ts";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";
import { NotificationRow } from "./notification-row.tsx";
import "./notifications.css";

const shown = ["all", "unread", "pending", "settled"] as const;
type Shown = (typeof shown)[number];

const pageSize = 50;
const notificationsKey = ["notifications"];

/** What waits for people, and what came of it, newest first; it changes by itself. */
export function NotificationsPage() {
  const app = useAppTranslation();
  const t = useContactTranslation();
  const { client, live } = useAskback();
  const [show, setShow] = useState<Shown>("all");
  const [limit, setLimit] = useState(pageSize);
  const [problem, setProblem] = useState<string>();
  const filter = show === "all" ? { limit } : { show, limit };
  const { data, error } = useServerQuery(live.queries.notifications(filter));
  const unread = useServerQuery(live.queries.notificationCount).data?.unread ?? 0;
  // What was shown stays while more of it is read.
  const [last, setLast] = useState({ show, data });
  if (data && (last.data !== data || last.show !== show)) setLast({ show, data });
  const list = data ?? (last.show === show ? last.data : undefined);

  const act = async (work: Promise<{ readonly ok: boolean; readonly error?: { readonly title: string } }>) => {
    const reply = await work;
    setProblem(reply.error?.title);
    await live.queryClient.invalidateQueries({ queryKey: notificationsKey });
  };
  const mark = ({ id, read }: Pick<Notification, "id" | "read">) =>
    act(read ? client.notifications.markUnread(id) : client.notifications.markRead(id));
  const choose = (chosen: Shown) => {
    setShow(chosen);
    setLimit(pageSize);
    setProblem(undefined);
  };

  return (
    <section className="app-notices" aria-busy={!list && !error}>
      <h1>{app("nav.notifications")}</h1>
      <div className="app-notices-head">
        <Filter show={show} onChoose={choose} />
        {unread > 0 && (
          <button type="button" className="ask-quiet" onClick={() => void act(client.notifications.markAllRead())}>
            {t("notices.all-read")}
          </button>
        )}
      </div>
      {error && (
        <p className="ask-alert" role="alert">
          {t("notices.failed", { problem: error.title })}
        </p>
      )}
      {problem !== undefined && (
        <p className="ask-alert" role="alert">
          {t("notices.not-done", { problem })}
        </p>
      )}
      {list?.items.length === 0 && <Nothing show={show} />}
      {list && list.items.length > 0 && (
        <ul className="app-notices-list">
          {list.items.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onMark={() => void mark(notification)} />
          ))}
        </ul>
      )}
      {list?.hasMore && (
        <button type="button" className="ask-button" onClick={() => setLimit(limit + pageSize)}>
          {t("notices.more")}
        </button>
      )}
    </section>
  );
}

function Filter({ show, onChoose }: { readonly show: Shown; onChoose(show: Shown): void }) {
  const t = useContactTranslation();
  const name = useId();
  return (
    <fieldset className="app-notices-filter">
      <legend className="ask-hidden">{t("notices.filter")}</legend>
      {shown.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === show} onChange={() => onChoose(one)} />
          <span>{t(`notices.show.${one}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Nothing({ show }: { readonly show: Shown }) {
  const t = useContactTranslation();
  return (
    <div className="app-notices-none">
      <p>{t(`notices.none.${show}`)}</p>
      {show === "all" && <p>{t("notices.none-hint")}</p>}
      {show === "all" && <Link to={{ page: "settings" }}>{t("notices.reach")}</Link>}
    </div>
  );
}
