import { randomBytes } from "node:crypto";
import type pg from "pg";
import { type Finding, failed, ok } from "../finding.ts";
import type { Query } from "./database.ts";

export interface Listening {
  readonly listener: pg.Client;
  /** A query on the connection that servers announce by. */
  readonly query: Query;
  readonly isPastPooler: boolean;
  readonly patienceMs: number;
}

/** Whether what one connection announces reaches another, as servers tell each other of commits. */
export async function checkListen({ listener, query, isPastPooler, patienceMs }: Listening): Promise<Finding> {
  const channel = `askback_doctor_${randomBytes(8).toString("hex")}`;
  let timer: NodeJS.Timeout | undefined;
  const heard = new Promise<boolean>((resolve) => {
    listener.on("notification", (notice) => notice.channel === channel && resolve(true));
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    await listener.query(`listen ${channel}`);
    const began = performance.now();
    await query("select pg_notify($1, '')", [channel]);
    if (await heard) return ok("LISTEN", `an announcement arrives in ${Math.round(performance.now() - began)} ms`);
    return failed(
      "LISTEN",
      `an announcement did not arrive within ${patienceMs} ms`,
      isPastPooler
        ? "ASKBACK_DATABASE_DIRECT_URL must lead to the same database as ASKBACK_DATABASE_URL, and past every pooler."
        : "ASKBACK_DATABASE_URL leads through a pooler in transaction mode: set ASKBACK_DATABASE_DIRECT_URL to an address past it.",
    );
  } finally {
    clearTimeout(timer);
  }
}
