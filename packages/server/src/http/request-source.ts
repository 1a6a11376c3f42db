import type { AppContext } from "./route.ts";

/** The header in which a program of ours says what it is; whoever has the key may claim it. */
const viaHeader = "askback-via";
const claimedWays = ["terminal", "mcp", "hook"] as const;

/** By which way a request came, as the audit records it: a browser that is signed in, or a program with a key. */
export function requestSource({ req }: AppContext): string {
  if (req.header("authorization") === undefined) return "web";
  return claimedWays.find((way) => way === req.header(viaHeader)) ?? "api";
}
