import type { Following } from "../../packages/server/src/feed/feed.ts";
import { type Cursor, formatCursor, readCursor } from "../../packages/server/src/http/stream/cursor.ts";
import type { RecordedEvent } from "../../packages/server/src/store/store.ts";
import { type Host, SimulatedFault } from "./host.ts";
import type { Choices } from "./script/choices.ts";
import type { Action } from "./script/script.ts";
import type { SimulatedServer } from "./simulated-server.ts";
import type { Trace } from "./trace.ts";

/** People outside who follow the feed, lose their connection, and come back with a cursor at any server. */
export interface Readers {
  /** Connects and reads. */
  actions(): readonly Action[];
  hangUps(): readonly Action[];
  connectionLost(host: Host): void;
  /** To be called when another log takes the place of this one: what they got is compared with the log before that. */
  logReplaced(log: readonly RecordedEvent[]): void;
  /** Where a reader did not get every event of the log once and in order. */
  violations(log: readonly RecordedEvent[]): readonly string[];
  dispose(): void;
}

interface ReadersOptions {
  readonly count: number;
  readonly choices: Choices;
  readonly trace: Trace;
  serving(): readonly SimulatedServer[];
  violated(what: string): void;
}

/** An event, or the position of a snapshot. */
type Frame = { readonly history: string } & (RecordedEvent | { readonly snapshot: number });

interface Reader {
  readonly name: string;
  /** The last position that it was sent, and of which log. */
  cursor?: Cursor;
  connection?: Connection;
  /** The position of its last snapshot, and the events since. */
  start: number;
  got: RecordedEvent[];
  /** Whether its cursor is of a log that is gone. */
  isOutdated: boolean;
}

interface Connection {
  readonly host: Host;
  /** Sent by the server and not read yet; they are lost with the connection. */
  readonly frames: Frame[];
  isOpen: boolean;
  following?: Following;
}

export function createReaders({ count, choices, trace, serving, violated }: ReadersOptions): Readers {
  const readers = Array.from(
    { length: count },
    (_, index): Reader => ({ name: `R${index + 1}`, start: 0, got: [], isOutdated: false }),
  );

  /** As the route of the API does it: what was missed, or a snapshot; then each event as it happens. */
  async function connect(reader: Reader, { host, feed, store }: SimulatedServer): Promise<void> {
    const connection: Connection = { host, frames: [], isOpen: true };
    reader.connection = connection;
    const { cursor } = reader;
    const known = cursor && (await readCursor(store, formatCursor(cursor)));
    const after = known?.position;
    const live: Frame[] = [];
    let isLive = false;
    const following = await feed.follow((event, history) => {
      if (event.position > (after ?? 0)) (isLive ? connection.frames : live).push({ ...event, history });
    });
    if (!connection.isOpen) return following.stop();
    connection.following = following;
    const missed: Frame[] = [];
    const { history } = following;
    let isComplete = after !== undefined;
    if (after !== undefined) {
      const replay = feed.replay({ after, through: following.position });
      for (let next = await replay.next(); ; next = await replay.next()) {
        if (next.done) isComplete = next.value;
        if (next.done) break;
        missed.push({ ...next.value, history });
      }
    }
    connection.frames.push(...(isComplete ? missed : [{ snapshot: following.position, history }]), ...live);
    isLive = true;
  }

  function hangUp(reader: Reader): void {
    const { connection } = reader;
    if (!connection) return;
    connection.isOpen = false;
    connection.following?.stop();
    delete reader.connection;
  }

  function read(reader: Reader, frame: Frame): void {
    const { history } = frame;
    if ("snapshot" in frame) {
      if (reader.cursor !== undefined && !reader.isOutdated)
        violated(`${reader.name} came back with the cursor ${reader.cursor.position} of this log and got a snapshot`);
      Object.assign(reader, {
        start: frame.snapshot,
        cursor: { history, position: frame.snapshot },
        got: [],
        isOutdated: false,
      });
      return;
    }
    if (reader.isOutdated) violated(`${reader.name} has a cursor of a log that is gone and got no snapshot`);
    const { history: _, ...event } = frame;
    reader.got.push(event);
    reader.cursor = { history, position: frame.position };
  }

  /** What a reader does next; nothing while it waits for an event. */
  function actionsOf(reader: Reader): readonly Action[] {
    const { name, connection } = reader;
    if (!connection)
      return serving().length > 0 ? [{ name: `${name} connects`, run: () => connectAnywhere(reader) }] : [];
    if (connection.frames.length === 0 || connection.host.state !== "up") return [];
    return [{ name: `${name} reads`, run: () => readSome(reader, connection.frames) }];
  }

  function connectAnywhere(reader: Reader): void {
    const { name, cursor } = reader;
    const server = choices.pick(serving());
    trace.add(`${name} connects to ${server.host.name} with ${cursor === undefined ? "no" : "its"} cursor`);
    connect(reader, server).catch((error) => {
      hangUp(reader);
      if (!(error instanceof SimulatedFault)) violated(`${name} got an error: ${String(error)}`);
    });
  }

  function readSome(reader: Reader, waiting: Frame[]): void {
    const frames = waiting.splice(0, 1 + choices.below(waiting.length));
    trace.add(
      `${reader.name} reads ${frames.length}${frames.some((frame) => "snapshot" in frame) ? " and a snapshot" : ""}`,
    );
    for (const frame of frames) read(reader, frame);
  }

  function violationOf({ name, start, got, cursor }: Reader, through: number, log: readonly RecordedEvent[]): string[] {
    const expected = log.filter(({ position }) => position > start && position <= through);
    if (cursor === undefined || JSON.stringify(got) === JSON.stringify(expected)) return [];
    return [`${name} got ${got.length} events since its snapshot, which are not the ${expected.length} of the log`];
  }

  return {
    actions: () => readers.flatMap(actionsOf),
    hangUps: () =>
      readers
        .filter(({ connection }) => connection)
        .map((reader) => ({
          name: `${reader.name} hangs up`,
          run() {
            trace.add(`${reader.name} hangs up`);
            hangUp(reader);
          },
        })),
    connectionLost(host) {
      for (const reader of readers) if (reader.connection?.host === host) hangUp(reader);
    },
    logReplaced(log) {
      for (const reader of readers) {
        const { position: reached = 0 } = reader.cursor ?? {};
        if (!reader.isOutdated) for (const what of violationOf(reader, reached, log)) violated(what);
        reader.isOutdated = reader.cursor !== undefined;
      }
    },
    violations: (log) => readers.flatMap((reader) => violationOf(reader, Number.POSITIVE_INFINITY, log)),
    dispose() {
      for (const reader of readers) hangUp(reader);
    },
  };
}
