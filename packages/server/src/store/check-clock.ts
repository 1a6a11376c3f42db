import { type Finding, ok, warning } from "./check-finding.ts";

const toleratedMs = 1_000;

/** How far this machine's clock is ahead of that of the store. */
export function describeSkew(aheadMs: number, store: "database" | "data folder"): Finding {
  const size = Math.abs(aheadMs);
  const duration = size < toleratedMs ? `${Math.round(size)} ms` : `${(size / 1_000).toFixed(1)} s`;
  const found = `this machine is ${duration} ${aheadMs < 0 ? "behind" : "ahead of"} the ${store}`;
  if (size < toleratedMs) return ok("clock", found);
  const effect =
    store === "database"
      ? "Servers go by the clock of the database, so this delays nothing."
      : aheadMs > 0
        ? "A server goes on from the time of the folder, and follows this machine when its clock has stood by it for five minutes."
        : "A server goes on from the time of the folder, and runs a tenth slower until this machine has caught up.";
  return warning("clock", found, `Set the clock by NTP. ${effect}`);
}
