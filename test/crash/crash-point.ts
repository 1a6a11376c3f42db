type When = "before" | "inside" | "after" | "hold";
type What = "commit" | "claim" | "release" | "effect" | "call" | "stream" | "notice-claim" | "settlement";

/** A moment at which a server process is killed with SIGKILL, such as "before commit 3". */
export type CrashPoint = `${When} ${What} ${string}`;

export interface Crash {
  /** Kills this process if this moment, by any of its names, is the chosen one. */
  reach(when: Exclude<When, "hold">, what: What, ...names: readonly (string | number)[]): void;
  /** Resolves at once, but never at the chosen moment, so that the test can kill the process there. */
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

/** Kills three processes at the same commit, one after the other: before it, inside its transaction, and right after it. */
export function aroundCommit(name: string): readonly CrashPoint[] {
  return [`before commit ${name}`, `inside commit ${name}`, `after commit ${name}`];
}
