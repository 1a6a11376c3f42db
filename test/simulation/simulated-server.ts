import type { Clock } from "../../packages/server/src/clock.ts";
import { createFeed, type Following } from "../../packages/server/src/feed/feed.ts";
import { createLiveTexts } from "../../packages/server/src/runtime/live-text.ts";
import { createModelByName } from "../../packages/server/src/runtime/model/model-by-name.ts";
import { createRuntime, type Runtime } from "../../packages/server/src/runtime/runtime.ts";
import { createToolbox } from "../../packages/server/src/runtime/tool/toolbox.ts";
import type { RecordedEvent, Store } from "../../packages/server/src/store/store.ts";
import { type Host, SimulatedFault } from "./host.ts";
import type { OutsideWork } from "./outside-work.ts";
import { type Call, createWire } from "./wire.ts";

/** A server of the product on a simulated host: its runtime, and a feed with one follower. */
export interface SimulatedServer {
  readonly host: Host;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly clock: Clock;
  /** Sends word that somebody else committed to a conversation that is worked on. */
  disturb(conversationId: string): void;
  /** Whether there is something to hear of. */
  readonly isTold: boolean;
  hear(): void;
  /** Where the follower began, once it has. */
  readonly followsFrom: number | undefined;
  /** Positions of what the follower was handed, in order. */
  readonly followed: readonly number[];
  /** The names under which its worker claims. */
  readonly owners: ReadonlySet<string>;
  /** Leaves nothing of it behind. */
  leave(): void;
}

export interface SimulatedServerOptions {
  readonly host: Host;
  readonly store: Store;
  readonly clock: Clock;
  readonly calls: Call[];
  readonly work: OutsideWork;
  readonly cap: number;
  readonly leaseMs: number;
  readonly pollMs: number;
  /** Whether somebody follows its feed. */
  readonly isFollowed: boolean;
  published(entry: RecordedEvent): void;
  violated(what: string): void;
}

export function createSimulatedServer(options: SimulatedServerOptions): SimulatedServer {
  const { host, clock, work, calls, violated, published } = options;
  const heard = new Set<() => void>();
  let isTold = false;
  const stopHearing = options.store.onCommitted(() => {
    isTold = heard.size > 0;
  });
  const wire = createWire(options.store, host, calls);
  const owners = new Set<string>();
  const disturbed: string[] = [];
  const worried = new Set<(conversationId: string) => void>();
  const store: Store = {
    ...wire,
    claim(request) {
      owners.add(request.owner);
      return wire.claim(request);
    },
    onCommitted(listener) {
      heard.add(listener);
      return () => heard.delete(listener);
    },
    onDisturbed(listener) {
      worried.add(listener);
      return () => worried.delete(listener);
    },
  };

  function failed(error: unknown): void {
    if (!(error instanceof SimulatedFault)) violated(`an error that nobody planned: ${String(error)}`);
  }

  const runtime = createRuntime({
    store,
    clock,
    agents: work.agents(host),
    toolbox: createToolbox(work.tools(host), []),
    modelByName: createModelByName({}),
    liveTexts: createLiveTexts(),
    cap: options.cap,
    leaseMs: options.leaseMs,
    pollMs: options.pollMs,
    random: () => 0.5,
    failed: (_, error) => failed(error),
  });
  const followed: number[] = [];
  let following: Following | undefined;
  async function follow(): Promise<void> {
    following = await createFeed(store, failed).follow((entry) => {
      followed.push(entry.position);
      published(entry);
    });
  }
  if (options.isFollowed) follow().catch(failed);
  runtime.start();

  return {
    host,
    runtime,
    store,
    clock,
    disturb: (conversationId) => void disturbed.push(conversationId),
    get isTold() {
      return isTold || disturbed.length > 0;
    },
    hear() {
      const id = disturbed.shift();
      if (id !== undefined) for (const listener of worried) listener(id);
      else {
        isTold = false;
        for (const listener of heard) listener();
      }
    },
    get followsFrom() {
      return following?.position;
    },
    followed,
    owners,
    leave() {
      stopHearing();
      following?.stop();
    },
  };
}
