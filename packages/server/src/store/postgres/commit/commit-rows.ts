import { countOf, type Event, projectedFiles, stateFormat } from "@askback/core";
import { requiredFiles } from "../../files.ts";
import type { Commit } from "../../store.ts";
import { toStoredState } from "../../stored-state.ts";
import { positionsPerRow } from "../schema/smaller-rows-schema.ts";
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
      state: toStoredState(conversation),
      stateFormat,
      erases,
      seenAt: recent.committedAt(conversation.id, expectedVersion),
    },
    events: logRows(events, expectedVersion, erases).map((row) => ({ ord, ...row })),
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

/** The rows of the log for a commit: one, unless it has very many events. */
function logRows(events: readonly Event[], expectedVersion: number, erases: boolean) {
  if (erases)
    return events.flatMap((event, index) =>
      event.type === "conversation.deleted" ? [{ events: [event], version: expectedVersion + index + 1 }] : [],
    );
  return Array.from({ length: Math.ceil(events.length / positionsPerRow) }, (_, index) => {
    const some = events.slice(index * positionsPerRow, (index + 1) * positionsPerRow);
    return { events: some, version: expectedVersion + index * positionsPerRow + some.length };
  });
}
