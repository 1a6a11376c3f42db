import type { RecordedEvent } from "../../packages/server/src/store/store.ts";
import type { Askers } from "./askers.ts";
import type { Backend } from "./backends.ts";
import type { Clients } from "./clients.ts";
import type { CommitRecorder } from "./commit-recorder.ts";
import type { ExternalWork } from "./external-work.ts";
import type { Fleet } from "./fleet.ts";
import type { Readers } from "./readers.ts";
import type { Action } from "./script/script.ts";
import type { Trace } from "./trace.ts";

/** Copies of the store, and the return to one of them while all servers are down. */
export interface Restores {
  actions(): readonly Action[];
}

interface RestoresOptions {
  readonly backend: Backend;
  readonly trace: Trace;
  readonly recorder: CommitRecorder;
  readonly askers: Pick<Askers, "backUp">;
  readonly clients: Clients;
  readonly readers: Readers;
  readonly work: ExternalWork;
  readonly fleet: Fleet;
  readLog(): Promise<readonly RecordedEvent[]>;
  takeFault(): boolean;
  /** Called before servers start on the store as it was. */
  reopened(): void;
}

interface Copy {
  /** Returns what the checks know to the time of the copy. */
  setBack(): void;
}

export function createRestores(options: RestoresOptions): Restores {
  const { backend, trace, recorder, clients, readers, askers, work, fleet } = options;
  let copy: Copy | undefined;

  function backUp(): void {
    trace.add("a backup is made");
    const setBacks = [recorder.backUp(), clients.backUp(), askers.backUp()];
    backend.copies?.backUp();
    copy = {
      setBack() {
        for (const setBack of setBacks) setBack();
      },
    };
  }

  async function restore({ setBack }: Copy): Promise<void> {
    if (!options.takeFault()) return;
    fleet.crashAll();
    trace.add("the backup is restored");
    const lost = await options.readLog();
    await backend.copies?.restore();
    setBack();
    work.forgetRuns();
    readers.logReplaced(lost);
    options.reopened();
    fleet.fill();
  }

  return {
    actions() {
      // A copy of nothing only shortens the history.
      if (!backend.copies || recorder.conversations().length === 0) return [];
      const restored = copy;
      return restored ? [{ name: "restore", run: () => restore(restored) }] : [{ name: "back up", run: backUp }];
    },
  };
}
