import type { Me } from "@askback/core/wire";
import { useAskback } from "./askback-context.ts";
import { valueIn } from "./live/known.ts";
import { useSource } from "./use-source.ts";

/** Who is looking, once that is known. */
export function useMe(): Me | undefined {
  return valueIn(useSource(useAskback().live.me));
}
