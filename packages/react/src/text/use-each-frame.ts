import { useEffect, useState } from "react";

/** A value that changes often, as of the last frame that was drawn. */
export function useEachFrame<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(() => value));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
