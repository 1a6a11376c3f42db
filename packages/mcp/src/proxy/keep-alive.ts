import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { toNotification } from "./json-rpc.ts";

const intervalMs = 10_000;

/** Steps so small that the progress of the call itself goes on from there. */
const step = 1e-6;

/** Reports progress while a call waits, where the client wants it, so that the client does not give up. */
export function keepAlive(meta: unknown, send: (message: JSONRPCMessage) => void): { stop(): void } {
  const token = typeof meta === "object" && meta !== null && "progressToken" in meta ? meta.progressToken : undefined;
  if (token === undefined) return { stop() {} };
  let count = 0;
  const report = () => {
    const progress = count * step;
    count += 1;
    const message = "Waiting for a person's approval";
    send(toNotification("notifications/progress", { progressToken: token, progress, message }));
  };
  report();
  const timer = setInterval(report, intervalMs);
  return { stop: () => clearInterval(timer) };
}
