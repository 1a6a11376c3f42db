import type { Progress, SoakOptions, Summary } from "./soak.ts";

/** The options of the run, and the command to repeat it. */
export function formatTitle({ seed, seconds, conversations, servers, store, faults }: SoakOptions): string {
  const where = store === "sqlite" ? "one server with SQLite" : `${servers} servers and one PostgreSQL`;
  const size = `--conversations ${conversations}${store === "sqlite" ? "" : ` --servers ${servers}`}`;
  return [
    `Soak, seed ${seed}: ${conversations} conversations in flight on ${where}, faults for ${seconds} s.`,
    `To repeat: npm run soak -- --store ${store} --seed ${seed} --seconds ${seconds} ${size} --faults ${faults.join()}`,
    "",
  ].join("\n");
}

const phaseTexts: Readonly<Record<Progress["phase"], string>> = {
  starting: "starting the database and the servers",
  "ramping-up": "conversations start",
  failing: "faults are injected",
  finishing: "all servers run; conversations finish",
  checking: "reading the database",
};

/** One line: the time, the conversations in flight and done, the faults, and the phase. */
export function formatProgress(elapsedMs: number, { phase, inFlight, done, faults, lastFault }: Progress): string {
  const elapsed = `${Math.round(elapsedMs / 1000)} s`.padStart(6);
  const count = Object.values(faults).reduce((sum, some) => sum + some, 0);
  const counts = [
    `${String(inFlight).padStart(5)} in flight`,
    `${String(done).padStart(5)} done`,
    `${String(count).padStart(3)} ${count === 1 ? "fault " : "faults"}`,
  ];
  const now = (phase === "failing" && lastFault) || phaseTexts[phase];
  return [elapsed, ...counts, now].join("  ");
}

const maxShown = 20;

/** The result for a person. */
export function formatSummary(elapsedMs: number, { seed }: SoakOptions, summary: Summary): string {
  const { violations, conversations, events, inquiries, faults, staleCommits, interruptions } = summary;
  const kinds = Object.entries(faults)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${count}`);
  const more = violations.length > maxShown ? [`  and ${violations.length - maxShown} more`] : [];
  return [
    "",
    `In ${Math.round(elapsedMs / 1000)} s: ${conversations} conversations, ${inquiries} inquiries, ${events} events; faults: ${kinds.join(", ")};`,
    `${interruptions} interruptions, ${staleCommits} stale commits refused; ${summary.acknowledged} requests acknowledged, requests repeated ${summary.repeatedRequests} times.`,
    `${formatHeap(summary.heap)}; ${summary.frozenReaders.opened} readers that never read, of which ${summary.frozenReaders.dropped} were sent too much and dropped.`,
    `An answer took ${summary.answerMs.p50} ms at p50 and ${summary.answerMs.p99} ms at p99, with the repeats that faults made necessary; ${summary.expired} inquiries expired.`,
    ...(summary.restores.count > 0 ? [formatRestores(summary)] : []),
    ...(summary.leftOut.length > 0
      ? [`Left out, since this machine does not allow it: ${summary.leftOut.join(", ")}.`]
      : []),
    ...(violations.length === 0
      ? ["Every promise was kept."]
      : [`${violations.length} promises were broken (seed ${seed}):`]),
    ...violations.slice(0, maxShown).map((violation) => `  ${violation}`),
    ...more,
    "",
  ].join("\n");
}

function formatRestores({ restores: { count, acknowledged, inquiries }, snapshots }: Summary): string {
  return `${count} restores, which lost ${acknowledged} acknowledged requests and ${inquiries} inquiries by intent; the reader got ${snapshots} snapshots.`;
}

function formatHeap(heap: Summary["heap"]): string {
  if (!heap) return "no server ran long enough to compare its heap";
  const { early, late, ratio } = heap;
  return `the heap that grew most had ${megabytes(early)} at first and ${megabytes(late)} at the end (x ${ratio.toFixed(2)})`;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
