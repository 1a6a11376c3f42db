import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that has sent these bytes, and reads nothing yet. */
export async function openRaw(url: string, sent: string | Uint8Array): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  // A connection that the server closes may end with a reset.
  socket.on("error", () => {});
  socket.pause();
  socket.write(sent);
  return socket;
}

/** Reads the first chunk and then stops reading. */
export async function readFirst(socket: Socket): Promise<string> {
  const first = once(socket, "data");
  socket.resume();
  const [chunk] = await first;
  socket.pause();
  return String(chunk);
}

/** Reads until the server ends the connection. */
export async function readToEnd(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.resume();
  if (!socket.closed) await once(socket, "close");
  return Buffer.concat(chunks);
}
