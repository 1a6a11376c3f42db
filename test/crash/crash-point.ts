type When = "before" | "inside" | "after" | "hold";
type What = "commit" | "claim" | "release" | "effect" | "call" | "stream";

/** A moment in the life of a server process at which it dies by kill -9, such as "before commit 3". */
export type CrashPoint = `${When} ${What} ${string}`;

export interface Crash {
  /** Ends this process on the spot, as a power cut would, if this is the chosen moment by any of its names. */
  reach(when: Exclude<When, "hold">, what: What, ...names: readonly (string | number)[]): void;
  /** Comes back at once; at the chosen moment never, so that the process can be killed from outside. */
  hold(what: What, ...names: readonly (string | number)[]): Promise<void>;
}

export function createCrash(chosen: string | undefined): Crash {
  const isChosen = (when: When, what: What, names: readonly (string | number)[]) =>
    names.some((name) => chosen === `${when} ${what} ${name}`);
  return {
    reach(when, what, ...names) {
      if (isChosen(when, what, names)) process.kill(process.pid, "SIGKILL");
    },
    async hold(what, ...names) {
      if (isChosen("hold", what, names)) await new Promise(() => {});
    },
  };
}

/** Three processes that die at the same commit one after the other: before it, in the middle of it, and right after it. */
export function aroundCommit(name: string): readonly CrashPoint[] {
  return [`before commit ${name}`, `inside commit ${name}`, `after commit ${name}`];
}
