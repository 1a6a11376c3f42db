import { useAskback, useConnection, useLanguage, useLastUpdated } from "@askback/react";
import { useEffect } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";

/** Says that the connection is lost and how old the page is, without blocking anything. */
export function ConnectionBanner() {
  const t = useAppTranslation();
  const language = useLanguage();
  const isLost = useConnection() === "lost";
  useSignedInCheck(isLost);
  const updatedAt = useLastUpdated();
  const since = updatedAt === undefined ? undefined : formatSince(updatedAt, language);
  return (
    <div role="status" className="app-banner-place">
      {since !== undefined && <p className="app-banner">{t("app.lost-since", { time: since })}</p>}
      {since === undefined && isLost && <p className="app-banner">{t("app.lost")}</p>}
    </div>
  );
}

/** A session that was ended elsewhere looks like a lost connection, until the server is asked who is here. */
function useSignedInCheck(isLost: boolean): void {
  const { client, live } = useAskback();
  useEffect(() => {
    const check = async () => {
      const reply = await client.me();
      if (!reply.ok && reply.error.status === 401) await live.queryClient.invalidateQueries({ queryKey: ["me"] });
    };
    if (isLost) void check();
  }, [isLost, client, live]);
}

function formatSince(time: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, { timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) }).format(
    time,
  );
}
