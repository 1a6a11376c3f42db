import type { Askback } from "./askback-context.ts";
import type { Live } from "./live/live.ts";

/** Makes one thing for each live state, when it is first asked for, so that all components show the same. */
export function oncePerLive<Thing>(create: (askback: Askback) => Thing): (askback: Askback) => Thing {
  const known = new WeakMap<Live, { readonly thing: Thing }>();
  return (askback) => {
    const found = known.get(askback.live);
    if (found) return found.thing;
    const thing = create(askback);
    known.set(askback.live, { thing });
    return thing;
  };
}
