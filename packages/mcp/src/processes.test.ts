import { expect, test } from "vitest";
import { createProcesses, type Machine, thisMachine } from "./processes.ts";

const statOf = (start: string, state = "S") => `7 (node) x) ${state} ${"0 ".repeat(18)}${start} 0 0`;

interface Told {
  readonly namespace?: string | undefined;
  readonly boot?: string;
  readonly machineId?: string;
  readonly hostname?: string;
  /** The starts of what runs, by process id. */
  readonly running: Readonly<Record<number, string>>;
  readonly isLinux?: boolean;
}

const first = "pid:[4026531836]";
const container = "pid:[4026532201]";

function machine({ namespace, boot = "boot-1", machineId = "m", hostname = "app", running, isLinux = true }: Told) {
  const files: Readonly<Record<string, string | undefined>> = {
    "/proc/self/ns/pid": namespace,
    "/proc/sys/kernel/random/boot_id": boot,
    "/etc/machine-id": machineId,
    ...Object.fromEntries(Object.entries(running).map(([pid, stat]) => [`/proc/${pid}/stat`, stat])),
  };
  return { hostname, isLinux, read: (path) => files[path], isRunning: (pid) => pid in running } satisfies Machine;
}

/** Whether a process sees that another, which asked, has ended. */
function hasEnded(asked: { at: Told; pid: number }, now: { at: Told; pid: number }, folder = "/app"): boolean {
  const { self } = createProcesses(machine(asked.at), asked.pid, "/app");
  return createProcesses(machine(now.at), now.pid, folder).statusOf(self) === "ended";
}

const asker = { at: { namespace: first, running: { 7: statOf("100") } }, pid: 7 };
const later = { namespace: first, running: { 9: statOf("200") } };

test("[MCP-10] a process sees that another of its folder has ended, also one of an earlier version", () => {
  expect(hasEnded(asker, { at: later, pid: 9 })).toBe(true);
  expect(hasEnded(asker, { at: later, pid: 9 }, "/other")).toBe(false);
  expect(hasEnded(asker, { at: { ...later, running: { ...later.running, 7: statOf("100") } }, pid: 9 })).toBe(false);
  const processes = createProcesses(machine(later), 9, "/app");
  expect(processes.statusOf(processes.self)).toBe("running");
  const place = JSON.stringify(["app", "m", "/app"]);
  expect(processes.statusOf(`7 100 ${place}`)).toBe("ended");
  expect(processes.statusOf(`7 100 ${JSON.stringify(["app", "m", "/other"])}`)).toBe("elsewhere");
  expect(processes.self.length).toBeLessThan(100);
});

test("[MCP-10] an id that a later process has, also this one, or that only waits to be reaped, has ended", () => {
  const reused = { ...later, running: { ...later.running, 7: statOf("150") } };
  expect(hasEnded(asker, { at: reused, pid: 9 })).toBe(true);
  expect(hasEnded(asker, { at: { ...later, running: { 7: statOf("150") } }, pid: 7 })).toBe(true);
  const zombie = { ...later, running: { ...later.running, 7: statOf("100", "Z") } };
  expect(hasEnded(asker, { at: zombie, pid: 9 })).toBe(true);
});

test("[MCP-10] a machine is the same one after a boot", () => {
  expect(hasEnded(asker, { at: { ...later, boot: "boot-2" }, pid: 9 })).toBe(true);
});

test.each([
  ["another machine of the same name", asker, { ...later, machineId: "other" }],
  ["a container, of a process of the machine", asker, { ...later, namespace: container }],
  [
    "another container of the same name",
    { ...asker, at: { ...asker.at, namespace: container } },
    { ...later, namespace: "pid:[4026532300]" },
  ],
  [
    "a container of the same number on another machine",
    { ...asker, at: { ...asker.at, namespace: container } },
    { ...later, namespace: container, boot: "boot-2" },
  ],
  [
    "a machine that does not tell its namespace",
    { ...asker, at: { ...asker.at, namespace: undefined } },
    { ...later, namespace: undefined },
  ],
] as const)("[MCP-10] nobody knows what has become of %s", (_, asked, at) => {
  const { self } = createProcesses(machine(asked.at), asked.pid, "/app");
  expect(createProcesses(machine(at), 9, "/app").statusOf(self)).toBe("elsewhere");
});

test("[MCP-10] where there are no namespaces, the name of the machine and the id of the process count", () => {
  const mac = { isLinux: false, running: { 9: "" } };
  expect(hasEnded({ at: { ...mac, running: { 7: "" } }, pid: 7 }, { at: mac, pid: 9 })).toBe(true);
  expect(hasEnded({ at: mac, pid: 9 }, { at: mac, pid: 9 })).toBe(false);
  expect(hasEnded({ at: mac, pid: 7 }, { at: { ...mac, hostname: "other" }, pid: 9 })).toBe(false);
});

test("[MCP-10] on this machine a process that runs has not ended", () => {
  const { self } = createProcesses(thisMachine, process.ppid, "/app");
  expect(createProcesses(thisMachine, process.pid, "/app").statusOf(self)).toBe("running");
});
