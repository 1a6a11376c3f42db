import type { Fault } from "./faults.ts";
import type { Progress, SoakOptions, Summary } from "./soak.ts";

/** The options of the run, and the command to repeat it. */
export function formatTitle({ seed, seconds, conversations, servers }: SoakOptions): string {
  return [
    `Soak, seed ${seed}: ${conversations} conversations in flight on ${servers} servers and one PostgreSQL, faults for ${seconds} s.`,
    `To repeat: npm run soak -- --seed ${seed} --seconds ${seconds} --conversations ${conversations} --servers ${servers}`,
    "",
  ].join("\n");
}

const phaseTexts: Readonly<Record<Progress["phase"], string>> = {
  starting: "starting PostgreSQL and the servers",
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
  const now = phase === "failing" && lastFault ? formatFault(lastFault) : phaseTexts[phase];
  return [elapsed, ...counts, now].join("  ");
}

function formatFault({ kind, server, forMs }: Fault): string {
  const seconds = `${(forMs / 1000).toFixed(1)} s`;
  switch (kind) {
    case "kill":
      return `server ${server + 1} killed, back after ${seconds}`;
    case "freeze":
      return `server ${server + 1} frozen for ${seconds}`;
    case "drain":
      return `server ${server + 1} drained, back after ${seconds}`;
    case "database":
      return `PostgreSQL crashed, back after ${seconds}`;
  }
}

const maxShown = 20;

/** The result for a person. */
export function formatSummary(elapsedMs: number, { seed }: SoakOptions, summary: Summary): string {
  const { violations, conversations, events, inquiries, faults, staleCommits, interruptions } = summary;
  const { kill, freeze, drain, database } = faults;
  const kinds = `servers killed ${kill}, frozen ${freeze}, drained ${drain} times, PostgreSQL crashed ${database} times`;
  const more = violations.length > maxShown ? [`  and ${violations.length - maxShown} more`] : [];
  return [
    "",
    `In ${Math.round(elapsedMs / 1000)} s: ${conversations} conversations, ${inquiries} inquiries, ${events} events; ${kinds};`,
    `${interruptions} interruptions, ${staleCommits} stale commits refused; ${summary.acknowledged} requests acknowledged, requests repeated ${summary.repeatedRequests} times.`,
    ...(violations.length === 0
      ? ["Every promise was kept."]
      : [`${violations.length} promises were broken (seed ${seed}):`]),
    ...violations.slice(0, maxShown).map((violation) => `  ${violation}`),
    ...more,
    "",
  ].join("\n");
}
