import type { Store } from "../../packages/server/src/store/store.ts";
import { type Host, SimulatedFault } from "./host.ts";

/** A call from a server to the store. The history decides when it is executed, and when and whether its response arrives. */
export interface StoreCall {
  readonly host: Host;
  readonly name: CallName;
  readonly args: readonly unknown[];
  readonly isExecuted: boolean;
  /** The response of the store, or its error. */
  readonly result: unknown;
  /** Executes the call in the store. */
  execute(): Promise<void>;
  /** Delivers the response. */
  respond(): void;
  /** Delivers an error, whether or not the call was executed. */
  fail(): void;
}

type DeferredName = (typeof deferredNames)[number];
export type CallName = DeferredName | "standing";

const deferredNames = [
  "load",
  "commit",
  "claim",
  "extend",
  "release",
  "dueIn",
  "modelMessages",
  "events",
  "position",
  "history",
  "isKnownPosition",
  "isLogComplete",
  "reply",
  "inquiry",
] as const;

/** The store as a server on this host reaches it: every call waits for the history. */
export function createDeferredStore(store: Store, host: Host, calls: StoreCall[]): Store {
  function deferred<Args extends readonly unknown[], Result>(
    name: CallName,
    method: (...args: Args) => Promise<Result>,
  ) {
    return (...args: Args) =>
      new Promise<Result>((resolve, reject) => {
        const fail = () => reject(new SimulatedFault(`${name} failed`));
        if (host.state === "gone") return fail();
        let respond = fail;
        let isExecuted = false;
        let result: unknown;
        calls.push({
          host,
          name,
          args,
          get isExecuted() {
            return isExecuted;
          },
          get result() {
            return result;
          },
          async execute() {
            isExecuted = true;
            await method(...args).then(
              (value) => {
                result = value;
                respond = () => resolve(value);
              },
              (error) => {
                result = error;
                respond = () => reject(error);
              },
            );
          },
          respond: () => respond(),
          fail,
        });
      });
  }
  function deferredMethod(name: DeferredName) {
    const method = store[name] as (...args: readonly unknown[]) => Promise<unknown>;
    return [name, deferred(name, method)] as const;
  }
  return {
    ...store,
    ...(Object.fromEntries(deferredNames.map(deferredMethod)) as Pick<Store, DeferredName>),
    standing: { ...store.standing, ofAgent: deferred("standing", store.standing.ofAgent) },
  };
}
