import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../../test/harness/fuzz/random.ts";
import type { ServerProcess } from "../../test/harness/server/server-process.ts";
import type { EventWatcher } from "../event-watcher.ts";
import type { Fleet } from "../fleet.ts";
import type { Injector } from "./schedule.ts";

export interface FrozenReaders {
  readonly injector: Injector;
  /** How many there were. */
  readonly opened: number;
  /** How many of them were sent so much, by a server that still runs, that they must be dropped, and how many were not. */
  check(): Promise<{ readonly due: number; readonly kept: number }>;
  close(): void;
}

const readersAtOnce = 10;

/** More than the kernel holds for a connection and the server for a reader. */
const dueBytes = 12 * 1024 * 1024;
const maxCloseMs = 20_000;

interface FrozenReader {
  readonly socket: Socket;
  readonly server: ServerProcess;
  /** How much a reader that reads had been sent when this one came. */
  readonly bytes: number;
}

/** Readers of all events that never read: the server must not keep for ever what it has for them. */
export function createFrozenReaders(
  fleet: Pick<Fleet, "any" | "running">,
  watcher: Pick<EventWatcher, "bytes">,
  seed: number,
): FrozenReaders {
  const random = createRandom(seed);
  const readers: FrozenReader[] = [];

  function openOne(): void {
    const server = fleet.any(random);
    if (!server) return;
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    readers.push({ socket, server, bytes: watcher.bytes });
    socket.pause();
    socket.on("error", () => {});
    socket.write(
      `GET /v1/events?after=0 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${server.keys.answer}\r\n\r\n`,
    );
  }

  /** Whether the server ends the connection once what the kernel holds is read; a server that had not dropped it would go on. */
  async function isDropped({ socket }: FrozenReader): Promise<boolean> {
    if (socket.closed) return true;
    let read = 0;
    socket.on("data", (chunk: Buffer) => {
      read += chunk.length;
    });
    const closed = once(socket, "close").then(() => read <= dueBytes);
    socket.resume();
    return Promise.race([closed, delay(maxCloseMs, false, { ref: false })]);
  }

  return {
    async check() {
      const running = fleet.running();
      const due = readers.filter(({ server, bytes }) => running.includes(server) && watcher.bytes - bytes > dueBytes);
      const dropped = await Promise.all(due.map(isDropped));
      return { due: due.length, kept: dropped.filter((isGone) => !isGone).length };
    },
    injector: {
      isOfOneServer: true,
      async inject() {
        for (let count = 0; count < readersAtOnce; count += 1) openOne();
      },
      describe: () => `${readersAtOnce} readers that never read`,
    },
    get opened() {
      return readers.length;
    },
    close() {
      for (const { socket } of readers) socket.destroy();
    },
  };
}
