import { useSyncExternalStore } from "react";
import type { Source } from "./live/source.ts";

/** The value of a source, drawn again with each change. */
export function useSource<Value>(source: Source<Value>): Value {
  return useSyncExternalStore(source.subscribe, source.get, source.get);
}
