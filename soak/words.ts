import type { Fault } from "./faults.ts";
import type { Progress, SoakOptions, Summary } from "./soak.ts";

/** What is about to happen, and how to have it again. */
export function titleOf({ seed, seconds, conversations, servers }: SoakOptions): string {
  return [
    `Soak, seed ${seed}: ${conversations} conversations in flight on ${servers} servers and one PostgreSQL, faults for ${seconds} s.`,
    `The same again: npm run soak -- --seed ${seed} --seconds ${seconds} --conversations ${conversations} --servers ${servers}`,
    "",
  ].join("\n");
}

const phaseWords: Readonly<Record<Progress["phase"], string>> = {
  starting: "starting PostgreSQL and the servers",
  gathering: "people come in",
  failing: "things go wrong",
  finishing: "all servers run; everything is brought to its end",
  checking: "reading the database",
};

/** One line: when, how much is in flight and done, how much went wrong, and what goes on. */
export function progressLine(elapsedMs: number, { phase, inFlight, done, faults, lastFault }: Progress): string {
  const elapsed = `${Math.round(elapsedMs / 1000)} s`.padStart(6);
  const count = Object.values(faults).reduce((sum, some) => sum + some, 0);
  const counts = [
    `${String(inFlight).padStart(5)} in flight`,
    `${String(done).padStart(5)} done`,
    `${String(count).padStart(3)} ${count === 1 ? "fault " : "faults"}`,
  ];
  const now = phase === "failing" && lastFault ? faultWords(lastFault) : phaseWords[phase];
  return [elapsed, ...counts, now].join("  ");
}

function faultWords({ kind, server, forMs }: Fault): string {
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

const mostShown = 20;

/** How it went, for a person. */
export function verdictWords(elapsedMs: number, { seed }: SoakOptions, summary: Summary): string {
  const { violations, conversations, events, inquiries, faults, staleCommits, interruptions } = summary;
  const { kill, freeze, drain, database } = faults;
  const kinds = `servers killed ${kill}, frozen ${freeze}, drained ${drain} times, PostgreSQL crashed ${database} times`;
  const more = violations.length > mostShown ? [`  and ${violations.length - mostShown} more`] : [];
  return [
    "",
    `In ${Math.round(elapsedMs / 1000)} s: ${conversations} conversations, ${inquiries} inquiries, ${events} events; ${kinds};`,
    `${interruptions} interruptions, ${staleCommits} stale commits refused; ${summary.acknowledged} wishes granted, requests repeated ${summary.repeatedRequests} times.`,
    ...(violations.length === 0
      ? ["Every promise was kept."]
      : [`${violations.length} promises were broken (seed ${seed}):`]),
    ...violations.slice(0, mostShown).map((violation) => `  ${violation}`),
    ...more,
    "",
  ].join("\n");
}
