import { type Broadcast, createBroadcast } from "./broadcast.ts";
import type { Turns } from "./turns.ts";

/** The broadcast of each project that has readers. */
export interface Broadcasts {
  /** The broadcast that the readers of a project share; to be released once for each time it is taken. */
  take(project: string): Broadcast;
  release(project: string): void;
  /** Of how many projects there is one. */
  readonly size: number;
}

export function createBroadcasts(turns: Turns): Broadcasts {
  const takenByProject = new Map<string, { readonly broadcast: Broadcast; readers: number }>();
  return {
    take(project) {
      const taken = takenByProject.get(project) ?? { broadcast: createBroadcast(turns), readers: 0 };
      takenByProject.set(project, taken);
      taken.readers += 1;
      return taken.broadcast;
    },
    release(project) {
      const taken = takenByProject.get(project);
      if (!taken) return;
      taken.readers -= 1;
      if (taken.readers === 0) takenByProject.delete(project);
    },
    get size() {
      return takenByProject.size;
    },
  };
}
