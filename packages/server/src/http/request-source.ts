import type { AppContext } from "./route.ts";

/** The header in which a program of ours says what it is; whoever has the key may claim it. */
const viaHeader = "askback-via";
const claimedWays = ["terminal", "mcp", "hook"] as const;

/** By which way a request came, as the audit records it, and the key whose backend let the person in. */
export interface RequestSource {
  readonly via: string;
  readonly key?: string;
}

/** A browser that is signed in or shows a push notification, a page of somebody else, or a program with a key. */
export function requestSource(context: AppContext): RequestSource {
  const { embeddedBy } = context.get("principal");
  if (embeddedBy !== undefined) return { via: "embed", key: embeddedBy };
  if (context.req.header("authorization") === undefined)
    return { via: context.req.header(viaHeader) === "push" ? "push" : "web" };
  return { via: claimedWays.find((way) => way === context.req.header(viaHeader)) ?? "api" };
}
