import { StoreUnavailable } from "../../store-unavailable.ts";

/** Knows whether the disk of the database takes writes; once it did not, writes of its own show when there is room again. */
export interface DiskProbe {
  /** To be called when a write failed because of the disk. */
  failed(error: StoreUnavailable): void;
  /** The error of the last write that failed, until one succeeds. */
  whyUnavailable(): StoreUnavailable | undefined;
  close(): void;
}

/** For so long a server is not ready after a write failed, whatever other writes do. */
const leastMs = 3_000;
const probeMs = 1_000;

/**
 * An update of a row can succeed on a full disk, since its page has room. A temporary table needs new pages, and its
 * transaction a commit.
 */
export const probeStatement =
  "create temporary table askback_probe on commit drop as select number from generate_series(1, 20000) as number";

export function createDiskProbe(write: () => Promise<unknown>): DiskProbe {
  let fault: StoreUnavailable | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function probeIn(ms: number): void {
    if (!isClosed) timer = setTimeout(() => void probe(), ms).unref();
  }

  async function probe(): Promise<void> {
    const known = fault;
    const isTaken = await write().then(
      () => true,
      // A role that may create no temporary table learns from its other writes.
      (error: unknown) => !(error instanceof StoreUnavailable),
    );
    if (isTaken && fault === known) fault = undefined;
    else probeIn(isTaken ? leastMs : probeMs);
  }

  return {
    failed(error) {
      if (!fault) probeIn(leastMs);
      fault = error;
    },
    whyUnavailable: () => fault,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
