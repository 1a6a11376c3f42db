import { countOf, projectedFiles, stateFormat } from "@askback/core";
import { requiredFiles } from "../../files.ts";
import type { Commit } from "../../store.ts";
import { type InGroup, type PartName, partNames, type parts, type RowOf } from "./commit-parts.ts";
import type { RecentStates } from "./recent-states.ts";

export interface CommitRow extends InGroup {
  readonly commit: Commit;
  readonly conversation: Commit["projection"]["conversation"];
  readonly version: number;
  /** The state in its stored form. */
  readonly state: string;
  readonly stateFormat: number;
  readonly erases: boolean;
  /** When this server committed the expected version, if it did. */
  readonly seenAt: number | undefined;
}

type PartRows = { readonly [Name in PartName]: readonly RowOf<(typeof parts)[Name]>[] };

/** A group of commits writes these rows. */
export interface GroupRows extends PartRows {
  readonly commits: readonly CommitRow[];
}

export function toGroupRows(commits: readonly Commit[], recent: Pick<RecentStates, "committedAt">): GroupRows {
  const all = commits.map((commit, ord) => rowsOf(commit, ord, recent));
  const collected = partNames.map((name) => [name, all.flatMap((rows): readonly InGroup[] => rows[name])]);
  return { commits: all.map(({ commit }) => commit), ...(Object.fromEntries(collected) as unknown as PartRows) };
}

const nothingStored = { messages: [], inquiries: [], runs: [], notifications: { raised: [], settled: [] } };

function rowsOf(
  commit: Commit,
  ord: number,
  recent: Pick<RecentStates, "committedAt">,
): PartRows & { readonly commit: CommitRow } {
  const { projection, events, expectedVersion } = commit;
  const { conversation, placements } = projection;
  const erases = events.some(({ type }) => type === "conversation.deleted");
  // A commit that erases writes no content, and of its events only the one that records the deletion.
  const stored = erases ? nothingStored : projection;
  const placeById = new Map(placements.map(({ messageId, place }) => [messageId, place]));
  const messages = stored.messages.map((message) => {
    const place = placeById.get(message.id);
    placeById.delete(message.id);
    return { ord, message, place };
  });
  const required = requiredFiles(commit);
  return {
    commit: {
      ord,
      commit,
      conversation,
      version: expectedVersion + events.length,
      state: JSON.stringify(conversation),
      stateFormat,
      erases,
      seenAt: recent.committedAt(conversation.id, expectedVersion),
    },
    events: events
      .map((event, index) => ({ ord, event, version: expectedVersion + index + 1 }))
      .filter(({ event }) => !erases || event.type === "conversation.deleted"),
    messages,
    placements: erases ? [] : [...placeById].map(([messageId, place]) => ({ ord, number: countOf(messageId), place })),
    inquiries: stored.inquiries.map((inquiry) => ({ ord, inquiry })),
    runs: stored.runs.map((run) => ({ ord, run })),
    notices: (commit.notices ?? []).map((notice) => ({ ord, notice })),
    raised: stored.notifications.raised.map((notification) => ({ ord, notification })),
    settled: stored.notifications.settled.map((settled) => ({ ord, settled })),
    audit: (commit.audit ?? []).map((entry, place) => ({ ord, entry, place })),
    files: projectedFiles(stored).map((fileId) => ({ ord, fileId, isRequired: required.includes(fileId) })),
  };
}
