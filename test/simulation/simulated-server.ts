import type { Clock } from "../../packages/server/src/clock.ts";
import { createFeed, type Feed, type Following } from "../../packages/server/src/feed/feed.ts";
import { createInquiryWaits, type InquiryWaits } from "../../packages/server/src/http/asks/inquiry-waits.ts";
import { createRecordAsk, type RecordAsk } from "../../packages/server/src/http/asks/record-ask.ts";
import { createLiveTexts } from "../../packages/server/src/runtime/live-texts.ts";
import { createModelByName } from "../../packages/server/src/runtime/model/model-by-name.ts";
import { createRuntime, type Runtime } from "../../packages/server/src/runtime/runtime.ts";
import { createToolbox } from "../../packages/server/src/runtime/tool/toolbox.ts";
import { createAnswerable } from "../../packages/server/src/store/people/answerable.ts";
import { createAnswering } from "../../packages/server/src/store/people/answering-groups.ts";
import type { RecordedEvent, Store } from "../../packages/server/src/store/store.ts";
import type { ExternalWork } from "./external-work.ts";
import { type Host, SimulatedFault } from "./host.ts";
import { createDeferredStore, type StoreCall } from "./store-calls.ts";

/** A server of the product on a simulated host: its runtime, and a feed that may have a follower of its own. */
export interface SimulatedServer {
  readonly host: Host;
  readonly runtime: Runtime;
  readonly feed: Feed;
  readonly recordAsk: RecordAsk;
  readonly waits: InquiryWaits;
  readonly store: Store;
  readonly clock: Clock;
  /** Queues the notification that another server committed to a conversation that this one works on. */
  notifyChanged(conversationId: string): void;
  /** Whether a notification waits to be delivered. */
  readonly hasNotification: boolean;
  deliverNotification(): void;
  /** Where the follower began, once it has. */
  readonly followsFrom: number | undefined;
  /** The positions that the follower got, in order. */
  readonly followed: readonly number[];
  /** The names under which its worker claims. */
  readonly owners: ReadonlySet<string>;
  /** Removes its subscriptions. */
  dispose(): void;
}

export interface SimulatedServerOptions {
  readonly host: Host;
  readonly store: Store;
  readonly clock: Clock;
  readonly calls: StoreCall[];
  readonly work: ExternalWork;
  readonly cap: number;
  readonly leaseMs: number;
  readonly pollMs: number;
  /** Whether somebody follows its feed. */
  readonly isFollowed: boolean;
  newConversationId(): string;
  published(entry: RecordedEvent): void;
  violated(what: string): void;
}

export function createSimulatedServer(options: SimulatedServerOptions): SimulatedServer {
  const { host, clock, work, calls, violated, published } = options;
  const commitListeners = new Set<() => void>();
  let hasNotification = false;
  const unsubscribe = options.store.onCommitted(() => {
    hasNotification = commitListeners.size > 0;
  });
  const wire = createDeferredStore(options.store, host, calls);
  const owners = new Set<string>();
  const changedElsewhere: string[] = [];
  const changeListeners = new Set<(conversationId: string) => void>();
  const store: Store = {
    ...wire,
    claim(request) {
      owners.add(request.owner);
      return wire.claim(request);
    },
    onCommitted(listener) {
      commitListeners.add(listener);
      return () => commitListeners.delete(listener);
    },
    onChangedElsewhere(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
  };

  function failed(error: unknown): void {
    if (!(error instanceof SimulatedFault)) violated(`an error that was not injected: ${String(error)}`);
  }

  const answering = createAnswering({ store, isConfigured: () => false });
  const runtime = createRuntime({
    store,
    clock,
    answering,
    agents: work.agents(host),
    toolbox: createToolbox(work.tools(host), []),
    modelByName: createModelByName({}),
    liveTexts: createLiveTexts(),
    concurrency: options.cap,
    leaseMs: options.leaseMs,
    pollMs: options.pollMs,
    random: () => 0.5,
    onError: (_, error) => failed(error),
  });
  const feed = createFeed(store, failed);
  const followed: number[] = [];
  let following: Following | undefined;
  async function follow(): Promise<void> {
    following = await feed.follow((entry) => {
      followed.push(entry.position);
      published(entry);
    });
  }
  if (options.isFollowed) follow().catch(failed);
  runtime.start();

  return {
    host,
    runtime,
    feed,
    recordAsk: createRecordAsk(
      { store, answering, answerable: createAnswerable(store.directory, answering), runtime, clock },
      options.newConversationId,
    ),
    waits: createInquiryWaits({ store, feed }),
    store,
    clock,
    notifyChanged: (conversationId) => void changedElsewhere.push(conversationId),
    get hasNotification() {
      return hasNotification || changedElsewhere.length > 0;
    },
    deliverNotification() {
      const id = changedElsewhere.shift();
      if (id !== undefined) for (const listener of changeListeners) listener(id);
      else {
        hasNotification = false;
        for (const listener of commitListeners) listener();
      }
    },
    get followsFrom() {
      return following?.position;
    },
    followed,
    owners,
    dispose() {
      unsubscribe();
      following?.stop();
    },
  };
}
