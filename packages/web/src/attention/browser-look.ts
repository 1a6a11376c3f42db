import type { Look } from "./tabs.ts";

const changes = ["focus", "blur", "visibilitychange"];

export const browserLook: Look = {
  isHere: () => document.visibilityState === "visible" && document.hasFocus(),
  onChange(listener) {
    for (const change of changes) addEventListener(change, listener);
    return () => {
      for (const change of changes) removeEventListener(change, listener);
    };
  },
};
