import type { ReactNode } from "react";
import { destinationOf } from "./destination.ts";

/** A link that an agent wrote: where it leads is always in sight, and the place it leads to learns nothing of this page. */
export function AgentLink({ href, children }: { readonly href: string | undefined; readonly children?: ReactNode }) {
  const destination = destinationOf(href);
  if (destination === undefined) return children;
  return (
    <a href={destination.href} rel="noopener noreferrer nofollow" target="_blank">
      {children}
      {String(children) !== destination.name && (
        <span className="ask-link-host" dir="ltr">
          {` (${destination.name})`}
        </span>
      )}
    </a>
  );
}
