import type { Network } from "./sender.ts";

export const browserNetwork: Network = {
  isOnline: () => typeof navigator === "undefined" || navigator.onLine !== false,
  onOnline(listener) {
    if (typeof window === "undefined") return () => {};
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  },
};
