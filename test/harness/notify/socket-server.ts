import { createHash } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** One WebSocket of a client. */
export interface ServerSocket {
  send(text: string): void;
  /** Ends it as a server does that goes away. */
  end(): void;
}

export interface SocketEvents {
  onOpen(socket: ServerSocket): void;
  onText(socket: ServerSocket, text: string): void;
  onClose(socket: ServerSocket): void;
}

const guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** As much of RFC 6455 as Slack's sockets need: whole text messages, close and ping. */
export function acceptSockets(server: Server, events: SocketEvents): void {
  server.on("upgrade", (request: IncomingMessage, stream: Duplex) => {
    const key = `${request.headers["sec-websocket-key"]}${guid}`;
    const accept = createHash("sha1").update(key).digest("base64");
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    const socket: ServerSocket = {
      send: (text) => void stream.write(frame(opcodes.text, Buffer.from(text))),
      end: () => void stream.end(frame(opcodes.close, Buffer.from([0x03, 0xe9]))),
    };
    let received = Buffer.alloc(0);
    stream.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (let next = read(received); next; next = read(received)) {
        received = received.subarray(next.length);
        if (next.opcode === opcodes.text) events.onText(socket, next.payload.toString());
        if (next.opcode === opcodes.ping) stream.write(frame(opcodes.pong, next.payload));
        if (next.opcode === opcodes.close) stream.end(frame(opcodes.close, next.payload));
      }
    });
    // A client that was killed says no more than this.
    stream.on("end", () => stream.end());
    stream.on("error", () => {});
    stream.on("close", () => events.onClose(socket));
    events.onOpen(socket);
  });
}

function frame(opcode: number, payload: Buffer): Buffer {
  const size = payload.length;
  const head =
    size < 126
      ? Buffer.from([0x80 | opcode, size])
      : size < 65_536
        ? Buffer.from([0x80 | opcode, 126, size >> 8, size & 255])
        : Buffer.concat([Buffer.from([0x80 | opcode, 127]), bigSize(size)]);
  return Buffer.concat([head, payload]);
}

function bigSize(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size));
  return bytes;
}

/** One frame of a client, which is always masked; undefined until all of it has arrived. */
function read(
  bytes: Buffer,
): { readonly opcode: number; readonly payload: Buffer; readonly length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 127;
  const sizeLength = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + sizeLength + 4;
  if (bytes.length < start) return undefined;
  const size = sizeLength === 0 ? short : sizeLength === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + size) return undefined;
  const mask = bytes.subarray(start - 4, start);
  const payload = Buffer.from(bytes.subarray(start, start + size));
  for (const [index, byte] of payload.entries()) payload[index] = byte ^ (mask[index % 4] ?? 0);
  return { opcode: bytes.readUInt8(0) & 15, payload, length: start + size };
}
