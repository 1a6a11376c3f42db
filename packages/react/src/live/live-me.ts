import type { Client } from "@askback/client";
import type { Me } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { createAgain } from "./again.ts";
import { createCell } from "./cell.ts";
import { failed, ready, valueIn } from "./known.ts";
import type { Known } from "./live.ts";
import { shared } from "./share.ts";
import type { Source } from "./source.ts";

/** Who is looking, as the server says. */
export interface LiveMe {
  readonly source: Source<Known<Me>>;
  /** Somebody else may have signed in. */
  doubt(): void;
  /** Asks the server where there is doubt; resolves when there is none, or it does not say. */
  look(): Promise<Known<Me>>;
  /** Tries nothing again that failed. */
  rest(): void;
}

export function createLiveMe(
  client: Pick<Client, "me">,
  { clock, onHeard }: { readonly clock: Clock; readonly onHeard: (isHeard: boolean) => void },
): LiveMe {
  const cell = createCell<Known<Me>>({ status: "loading" }, onHeard);
  const again = createAgain(clock, () => void look());
  let doubts = 0;
  let sureSince = -1;
  let asked: { readonly since: number; readonly answered: Promise<void> } | undefined;

  async function look(): Promise<Known<Me>> {
    if (sureSince === doubts) return cell.get();
    if (asked?.since !== doubts) asked = { since: doubts, answered: ask(doubts) };
    await asked.answered;
    return cell.get();
  }

  async function ask(since: number): Promise<void> {
    const reply = await client.me();
    if (asked?.since === since) asked = undefined;
    // A later question was answered before.
    if (since < sureSince) return;
    const before = cell.get();
    if (reply.ok) {
      sureSince = since;
      again.rest();
      cell.set(ready(before, shared(valueIn(before), reply.value)));
    } else {
      again.failed(reply.error);
      cell.set(failed(before, reply.error));
    }
  }

  return {
    source: cell,
    doubt() {
      doubts += 1;
    },
    look,
    rest: again.rest,
  };
}
