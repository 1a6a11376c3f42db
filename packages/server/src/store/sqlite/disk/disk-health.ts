import type { Clock } from "../../../clock.ts";
import type { StoreUnavailable } from "../../store-unavailable.ts";
import type { TransactionDatabase } from "../commit/group-commit.ts";
import { DiskUnavailable, toDiskError } from "./disk-errors.ts";
import type { FolderIdentity } from "./folder-identity.ts";

export interface DiskHealthOptions {
  readonly clock: Clock;
  readonly identity: Pick<FolderIdentity, "check">;
  /** Writes something that needs room on the disk, and throws if that fails. */
  probe(): void;
  /** Called once, when the files were deleted or replaced. */
  onLost(error: StoreUnavailable): void;
}

/**
 * Whether the files can be used. After an error of the disk no write is tried until a probe succeeds; reads go on. Damage
 * ends writing until the next start, and files that were replaced end everything.
 */
export interface DiskHealth {
  whyUnavailable(): StoreUnavailable | undefined;
  /** The database for transactions: a commit succeeds only if the files are still those that were opened. */
  watch(db: TransactionDatabase): TransactionDatabase;
  /** Wraps methods, so that they reject with `DiskUnavailable` where the disk is the reason. */
  guard<Methods extends object>(methods: Methods): Methods;
  close(): void;
}

const firstProbeMs = 250;
const maxProbeMs = 5_000;
const unguarded: ReadonlySet<string> = new Set([
  "clock",
  "remembered",
  "onCommitted",
  "onAccessChanged",
  "whyUnavailable",
  "close",
]);

export function createDiskHealth({ clock, identity, probe, onLost }: DiskHealthOptions): DiskHealth {
  let current: DiskUnavailable | undefined;
  let cancelProbe = () => {};

  function handle(error: unknown): unknown {
    const found = toDiskError(error);
    if (found instanceof DiskUnavailable && found !== current) remember(found);
    return found;
  }

  function remember(found: DiskUnavailable): void {
    // A lock of another program ends by itself, and worse findings stay.
    if (found.fault === "busy" || current?.fault === "replaced") return;
    if (current?.fault === "damaged" && found.fault !== "replaced") return;
    const isNew = current === undefined;
    current = found;
    if (found.fault === "replaced") onLost(found);
    if (found.fault === "damaged" || found.fault === "replaced") cancelProbe();
    else if (isNew) probeIn(firstProbeMs);
  }

  function probeIn(ms: number): void {
    cancelProbe = clock.after(ms, () => {
      try {
        // If the folder is gone, the probe would fail for another reason; it may also go while the probe runs.
        identity.check();
        probe();
        identity.check();
        current = undefined;
      } catch (error) {
        handle(error);
        if (current?.fault !== "damaged" && current?.fault !== "replaced") probeIn(Math.min(2 * ms, maxProbeMs));
      }
    });
  }

  function guard<Methods extends object>(methods: Methods): Methods {
    const guarded = Object.entries(methods).map(([name, method]) => {
      if (unguarded.has(name)) return [name, method];
      return [name, typeof method === "function" ? guardMethod(method) : guard(method)];
    });
    return Object.fromEntries(guarded) as Methods;
  }

  function guardMethod(method: (...args: unknown[]) => unknown) {
    return async (...args: unknown[]): Promise<unknown> => {
      if (current?.fault === "replaced") throw current;
      try {
        return await method(...args);
      } catch (error) {
        throw handle(error);
      }
    };
  }

  return {
    whyUnavailable: () => current,
    guard,
    watch: (db) => ({
      exec(sql) {
        if (current && sql.startsWith("begin")) throw current;
        db.exec(sql);
        if (sql === "commit") identity.check();
      },
    }),
    close: () => cancelProbe(),
  };
}
