import { useConnection } from "@askback/react";
import { useAppWords } from "../i18n/use-app-words.ts";

/** Tells of a lost connection; it blocks nothing. */
export function ConnectionBanner() {
  const words = useAppWords();
  const isLost = useConnection() === "lost";
  return (
    <div role="status" className="app-banner-place">
      {isLost && <p className="app-banner">{words("app.lost")}</p>}
    </div>
  );
}
