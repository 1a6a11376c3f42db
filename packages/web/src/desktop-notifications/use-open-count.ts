import { useInboxCount } from "@askback/react";
import { useEffect } from "react";

/** The number of open questions, which is also shown on the tab's icon and on the app's. */
export function useOpenCount(): number {
  const open = useInboxCount().data?.open ?? 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = open > 0 ? "/favicon-waiting.svg" : "/favicon.svg";
    // Some browsers have no badge, and all refuse one to a page that is not installed.
    navigator.setAppBadge?.(open).catch(() => {});
  }, [open]);
  return open;
}
