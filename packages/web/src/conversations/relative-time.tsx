import { useLanguage } from "@askback/react";
import { useEffect, useState } from "react";
import { sinceIn } from "./since.ts";

const minute = 60_000;

/** How long ago something was, kept up to date. */
export function RelativeTime({ at }: { readonly at: string }) {
  const language = useLanguage();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  const full = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
  return (
    <time dateTime={at} title={full.format(date)}>
      {sinceIn(language, date.getTime(), now)}
    </time>
  );
}
