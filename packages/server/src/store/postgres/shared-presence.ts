import type { Drafting, Presence } from "../presence.ts";
import type { Announcements } from "./announcements.ts";
import type { Database } from "./database.ts";

/** Who writes at an answer, as words between servers that no table keeps. */
export function createSharedPresence(
  database: Database,
  announcements: Pick<Announcements, "listen" | "speaker">,
  failed: (error: unknown) => void,
): Presence {
  const notify = database.prepared("askback_drafting", "select pg_notify('askback_drafting', $1 || ' ' || $2)");
  return {
    tell(drafting) {
      notify([announcements.speaker, wordsOf(drafting)]).catch(failed);
    },
    onTold: (listener) =>
      announcements.listen("askback_drafting", (words) => words !== undefined && listener(draftingIn(words))),
  };
}

/** Without blanks, which part the words of an announcement. */
function wordsOf(drafting: Drafting): string {
  return Buffer.from(JSON.stringify(drafting)).toString("base64url");
}

function draftingIn(words: string): Drafting {
  return JSON.parse(Buffer.from(words, "base64url").toString()) as Drafting;
}
