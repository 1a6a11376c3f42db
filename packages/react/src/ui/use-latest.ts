import { type RefObject, useInsertionEffect, useRef } from "react";

/** What was given with the last render, for callbacks that are set up once. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
