import { useInboxCount } from "@askback/react";
import { useEffect } from "react";

/** Shows the one number outside of the page: in the title, on the tab's icon and on the app's. */
export function useOpenCount(title: string): number {
  const open = useInboxCount()?.open ?? 0;
  useEffect(() => {
    document.title = open > 0 ? `(${open}) ${title}` : title;
  }, [open, title]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = open > 0 ? "/favicon-waiting.svg" : "/favicon.svg";
    // Not every browser has a badge, and none gives one to a page that is not installed.
    navigator.setAppBadge?.(open).catch(() => {});
  }, [open]);
  return open;
}
