import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The processes that ask under one key, by the names that they give themselves. */
export interface AskingProcesses {
  readonly self: string;
  /** What is known of a process here: one of another machine, container or folder is elsewhere, whatever has become of it. */
  statusOf(process: string): "running" | "ended" | "elsewhere";
}

/** What tells the processes of one machine from each other, and its ids from those of another machine. */
export interface Machine {
  readonly hostname: string;
  readonly isLinux: boolean;
  /** The text of a file, or where a link leads; undefined where it cannot be read. */
  read(path: string): string | undefined;
  isRunning(pid: number): boolean;
}

export const thisMachine: Machine = {
  hostname: hostname(),
  isLinux: process.platform === "linux",
  read: (path) => firstOf(() => readlinkSync(path)) ?? firstOf(() => readFileSync(path, "utf8").trim()),
  isRunning(pid) {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== "ESRCH";
    }
  },
};

/** Processes of one folder that see the same process ids. */
export function createProcesses(machine: Machine, pid: number, folder: string): AskingProcesses {
  // A place that cannot be told is like no other.
  const place = JSON.stringify([machine.hostname, idsOf(machine) ?? randomUUID(), folder]);
  const shortPlace = createHash("sha256").update(place).digest("base64url");
  return {
    self: `${pid} ${runOf(machine, pid)?.start ?? ""} ${shortPlace}`,
    statusOf(asker) {
      const [, id = "", start = "", where] = /^(\d+) (\d*) (.*)$/s.exec(asker) ?? [];
      // Earlier versions gave the whole place.
      if (where !== shortPlace && where !== place) return "elsewhere";
      const now = runOf(machine, Number(id));
      // The id may be that of a later process by now, also of this one.
      const hasEnded =
        !machine.isRunning(Number(id)) || now?.isZombie === true || (now !== undefined && now.start !== start);
      return hasEnded ? "ended" : "running";
    },
  };
}

/** Linux gives it to the namespace of a machine that is in no container. */
const firstNamespace = "pid:[4026531836]";

/**
 * What process ids are unique in. The number of a container's namespace is used again on other machines and after a boot, so it is told
 * apart by the boot; a machine without containers is the same one after a boot.
 */
function idsOf({ isLinux, read }: Machine): string | undefined {
  if (!isLinux) return "";
  const namespace = read("/proc/self/ns/pid");
  const boot = read("/proc/sys/kernel/random/boot_id");
  if (namespace === firstNamespace) return read("/etc/machine-id") ?? boot;
  return namespace && boot && `${boot} ${namespace}`;
}

/** When a process was started, in ticks since the boot, and whether it only waits to be reaped; only Linux tells. */
function runOf({ isLinux, read }: Machine, pid: number) {
  const stat = isLinux ? read(`/proc/${pid}/stat`) : undefined;
  // The name of the program is in brackets and may have any characters.
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  const start = fields[18];
  return start === undefined ? undefined : { start, isZombie: state === "Z" };
}

function firstOf<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
