import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { AppContext } from "../route.ts";

/** Where the bytes of one reader go. */
export interface Sink {
  /** Takes bytes; false if the reader should catch up first, which `onDrain` tells. */
  write(bytes: Uint8Array): boolean;
  /** What was written and did not leave this process yet. */
  readonly queuedBytes: number;
  /** Ends after what is queued. */
  end(): void;
  /** Ends at once: the reader does not read, so what is queued would wait for ever. */
  drop(): void;
}

export interface SinkEvents {
  onDrain(): void;
  onClose(): void;
}

/** Starts a stream that a route has opened. */
export type OpenStream = (createSink: (events: SinkEvents) => Sink) => void;

/**
 * Starts the stream that a route has opened, when all middleware has set its headers. It is written to the socket: the
 * body of a `Response` would cost promises that `@hono/node-server` keeps for as long as the reader is connected.
 */
export function startStream(context: AppContext): void {
  const open = context.get("openStream");
  if (!open) return;
  const outgoing = context.env?.outgoing;
  if (!outgoing) {
    open((events) => {
      const { sink, body } = createBodySink(events);
      context.res = new Response(body, context.res);
      return sink;
    });
    return;
  }
  outgoing.writeHead(context.res.status, Object.fromEntries(context.res.headers));
  outgoing.flushHeaders();
  open((events) => createSocketSink(outgoing, events));
  // hono merges the headers of a response into the one that replaces it, unless there is none.
  context.res = undefined;
  // Only a clone is certain to be of the class of Node, in which `@hono/node-server` looks for its mark.
  context.res = RESPONSE_ALREADY_SENT.clone();
}

function createSocketSink(outgoing: ServerResponse, { onDrain, onClose }: SinkEvents): Sink {
  /** Absent while an earlier response of the same connection is under way, and for a client without chunks. */
  const socketOf = () => (outgoing.chunkedEncoding ? outgoing.socket : undefined);
  let watched: Socket | undefined;
  outgoing.on("drain", onDrain);
  outgoing.on("error", onClose);
  outgoing.on("close", () => {
    watched?.off("drain", onDrain);
    onClose();
  });
  // Whoever left before has told so before there was a listener.
  if (outgoing.destroyed) queueMicrotask(onClose);

  /** A response would write each chunk in four pieces for each reader. */
  function writeChunk(socket: Socket, bytes: Uint8Array): boolean {
    if (watched !== socket) {
      watched = socket;
      socket.on("drain", onDrain);
    }
    return socket.write(toChunk(bytes));
  }

  return {
    write(bytes) {
      if (outgoing.destroyed) return false;
      const socket = socketOf();
      return socket ? writeChunk(socket, bytes) : outgoing.write(bytes);
    },
    get queuedBytes() {
      return outgoing.writableLength;
    },
    end: () => outgoing.end(),
    drop: () => outgoing.destroy(),
  };
}

const chunkByBytes = new WeakMap<Uint8Array, Uint8Array>();

/** Bytes as a chunk of HTTP/1.1, which all readers of the same bytes share. */
function toChunk(bytes: Uint8Array): Uint8Array {
  const known = chunkByBytes.get(bytes);
  if (known) return known;
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, lineEnd]);
  chunkByBytes.set(bytes, chunk);
  return chunk;
}

const lineEnd = Buffer.from("\r\n");

const bodyBuffer = 16 * 1024;

/** For an app that is called without a socket: the bytes are the body of a response. */
function createBodySink({ onDrain, onClose }: SinkEvents): { sink: Sink; body: ReadableStream<Uint8Array> } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(created) {
        controller = created;
      },
      pull: onDrain,
      cancel: onClose,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bodyBuffer }),
  );
  const room = () => controller?.desiredSize ?? 0;
  const end = () => controller?.close();
  return {
    body,
    sink: {
      write(bytes) {
        controller?.enqueue(bytes);
        return room() > 0;
      },
      get queuedBytes() {
        return bodyBuffer - room();
      },
      end,
      drop: end,
    },
  };
}
