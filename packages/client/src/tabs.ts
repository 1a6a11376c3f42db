/** The tabs of a browser that share one stream of events. */
export interface Tabs {
  /** Calls back when this tab becomes the leader, which it is until the promise settles. Only one tab leads at a time. */
  lead(whileLeading: () => Promise<void>, signal: AbortSignal): void;
  /** Joins the channel of the tabs; a tab does not receive its own messages. */
  join(onMessage: (message: unknown) => void): Channel;
}

export interface Channel {
  post(message: unknown): void;
  close(): void;
}

/**
 * The tabs of this browser that use the same name; undefined where the browser has no locks or channels.
 * Use a different name for each server and person: tabs with the same name get the same events.
 */
export function browserTabs(name: string): Tabs | undefined {
  const { navigator, BroadcastChannel } = globalThis;
  if (!navigator?.locks || !BroadcastChannel) return undefined;
  return {
    lead(whileLeading, signal) {
      // Without a lock this tab never leads; then each tab opens a stream of its own.
      navigator.locks.request(`askback ${name}`, { signal }, whileLeading).catch(() => {});
    },
    join(onMessage) {
      const channel = new BroadcastChannel(`askback ${name}`);
      channel.onmessage = ({ data }) => onMessage(data);
      return { post: (message) => channel.postMessage(message), close: () => channel.close() };
    },
  };
}
