/** Whether the device says that it has a network. */
export interface Network {
  isOnline(): boolean;
  /** Calls back when that changes; returns how to unsubscribe. */
  onChange(listener: () => void): () => void;
}

export const browserNetwork: Network = {
  isOnline: () => typeof navigator === "undefined" || navigator.onLine !== false,
  onChange(listener) {
    if (typeof window === "undefined") return () => {};
    const types = ["online", "offline"] as const;
    for (const type of types) window.addEventListener(type, listener);
    return () => {
      for (const type of types) window.removeEventListener(type, listener);
    };
  },
};
