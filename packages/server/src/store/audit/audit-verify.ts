import { type AuditChain, type AuditReader, type ChainEntry, chainHash, emptyChain } from "./audit.ts";

/** A fault says what is wrong with a chain, and where. */
export interface AuditFault {
  readonly project: string;
  /** The first entry that does not fit. */
  readonly number: number;
  readonly problem: string;
}

export interface AuditReport {
  readonly entries: number;
  /** Recorded a moment ago, and not in a chain yet. */
  readonly unchained: number;
  readonly chains: readonly AuditChain[];
  readonly faults: readonly AuditFault[];
}

/** Reads the audit of a store, beside its servers. */
export interface AuditAccess {
  open(): Promise<AuditReader & { close(): Promise<void> }>;
}

const pageSize = 2_000;
/** More of them are not listed; the first ones say enough. */
const maxFaults = 100;

/**
 * Checks every entry of every chain against the one before, and the end of each chain. `known` are places that somebody
 * has written down earlier: whoever rewrites a whole chain cannot keep them.
 */
export async function verifyAudit(
  audit: AuditReader,
  known: readonly AuditChain[] = [],
  onProgress: (entries: number) => void = () => {},
): Promise<AuditReport> {
  const faults: AuditFault[] = [];
  let entries = 0;
  const chains = await audit.chains();
  for (const chain of chains) {
    const noted = known.filter(({ project }) => project === chain.project);
    const checked = await verifyChain(audit, chain, noted, faults, onProgress);
    entries += checked;
  }
  for (const { project, number } of known)
    if (!chains.some((chain) => chain.project === project))
      faults.push({ project, number, problem: "the whole chain is missing" });
  return { entries, unchained: await audit.unchainedCount(), chains, faults: faults.slice(0, maxFaults) };
}

async function verifyChain(
  audit: AuditReader,
  end: AuditChain,
  noted: readonly ChainEntry[],
  faults: AuditFault[],
  onProgress: (entries: number) => void,
): Promise<number> {
  const { project } = end;
  const report = (number: number, problem: string) => {
    if (faults.length < maxFaults) faults.push({ project, number, problem });
  };
  const wanted = [...noted, end];
  let previous = emptyChain;
  let count = 0;
  for (;;) {
    const page = await audit.entries({ project, after: previous.number, limit: pageSize });
    for (const entry of page) {
      const { number, hash } = entry.seal;
      // An entry after a gap cannot be checked against the one before, so its own hash is taken.
      if (number !== previous.number + 1)
        report(previous.number + 1, `${rangeText(previous.number + 1, number - 1)} missing`);
      else if (chainHash(previous.hash, number, entry) !== hash)
        report(number, "the entry, its place or the entry before was changed");
      if (noted.some((one) => one.number === number && one.hash !== hash))
        report(number, "is not the entry that was noted");
      else if (number === end.number && hash !== end.hash) report(number, "is not the entry that ends the chain");
      previous = entry.seal;
    }
    count += page.length;
    onProgress(page.length);
    if (page.length < pageSize) break;
  }
  const last = Math.max(...wanted.map((one) => one.number));
  if (previous.number < last) report(previous.number + 1, `${rangeText(previous.number + 1, last)} missing`);
  // Servers may have extended the chain meanwhile.
  const now = (await audit.chains()).find((chain) => chain.project === project);
  if (previous.number > (now?.number ?? 0)) report((now?.number ?? 0) + 1, "is beyond the end of the chain");
  return count;
}

function rangeText(first: number, last: number): string {
  return first === last ? `entry ${first} is` : `entries ${first} to ${last} are`;
}
