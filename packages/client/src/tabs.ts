/** What the tabs of a browser have in common. */
export interface Tabs {
  /** Calls back when this tab leads, which it does until the promise settles. One leads at a time. */
  lead(leading: () => Promise<void>, signal: AbortSignal): void;
  /** Joins the talk of the tabs; nobody hears what they say themselves. */
  join(hear: (message: unknown) => void): Channel;
}

export interface Channel {
  say(message: unknown): void;
  leave(): void;
}

/**
 * The tabs of this browser that use the same name; undefined where it cannot tell.
 * Give each server and person a name of their own: tabs of one name see the same events.
 */
export function browserTabs(name: string): Tabs | undefined {
  const { navigator, BroadcastChannel } = globalThis;
  if (!navigator?.locks || !BroadcastChannel) return undefined;
  return {
    lead(leading, signal) {
      // A browser that gives no lock, or a closing tab, leads nobody; then each tab has a stream of its own.
      navigator.locks.request(`askback ${name}`, { signal }, leading).catch(() => {});
    },
    join(hear) {
      const channel = new BroadcastChannel(`askback ${name}`);
      channel.onmessage = ({ data }) => hear(data);
      return { say: (message) => channel.postMessage(message), leave: () => channel.close() };
    },
  };
}
