import type { Store } from "../../packages/server/src/store/store.ts";
import { type Host, SimulatedFault } from "./host.ts";

/** A call from a server to the store. The history decides when it reaches the store, and when and whether its answer comes back. */
export interface Call {
  readonly host: Host;
  readonly name: WiredName;
  readonly args: readonly unknown[];
  readonly isLanded: boolean;
  /** What the store said, or its error. */
  readonly result: unknown;
  /** Reaches the store, which does what is asked. */
  land(): Promise<void>;
  /** Brings the store's answer back. */
  answer(): void;
  /** Brings an error back, whatever the store did. */
  fail(): void;
}

export type WiredName = (typeof wiredNames)[number];

const wiredNames = [
  "load",
  "commit",
  "claim",
  "extend",
  "release",
  "dueIn",
  "modelMessages",
  "events",
  "position",
  "reply",
] as const;

/** A store as a server on this host reaches it: every call waits for the history. */
export function createWire(store: Store, host: Host, calls: Call[]): Store {
  function wired(name: WiredName) {
    const method = store[name] as (...args: readonly unknown[]) => Promise<unknown>;
    return (...args: readonly unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const fail = () => reject(new SimulatedFault(`${name} failed`));
        if (host.state === "gone") return fail();
        let settle = fail;
        let isLanded = false;
        let result: unknown;
        calls.push({
          host,
          name,
          args,
          get isLanded() {
            return isLanded;
          },
          get result() {
            return result;
          },
          async land() {
            isLanded = true;
            await method(...args).then(
              (value) => {
                result = value;
                settle = () => resolve(value);
              },
              (error) => {
                result = error;
                settle = () => reject(error);
              },
            );
          },
          answer: () => settle(),
          fail,
        });
      });
  }
  return { ...store, ...(Object.fromEntries(wiredNames.map((name) => [name, wired(name)])) as Pick<Store, WiredName>) };
}
