type When = "before" | "inside" | "after" | "hold";
type What = "commit" | "claim" | "release" | "effect" | "call" | "stream";

/** A moment in the life of a server process at which it dies by kill -9, such as "before commit 3". */
export type CrashPoint = `${When} ${What} ${string}`;

export interface Crash {
  /** Ends this process on the spot, as a power cut would, if this is the chosen moment. */
  reach(when: Exclude<When, "hold">, what: What, which: string | number): void;
  /** Comes back at once; at the chosen moment never, so that the process can be killed from outside. */
  hold(what: What, which: string | number): Promise<void>;
}

export function createCrash(chosen: string | undefined): Crash {
  return {
    reach(when, what, which) {
      if (chosen === `${when} ${what} ${which}`) process.kill(process.pid, "SIGKILL");
    },
    async hold(what, which) {
      if (chosen === `hold ${what} ${which}`) await new Promise(() => {});
    },
  };
}
