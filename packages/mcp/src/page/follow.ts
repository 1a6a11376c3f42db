import type { Card } from "../card/card.ts";
import type { CardClient, CardReply } from "./card-client.ts";

export interface Followed {
  /** The inquiry as it is shown. */
  seen(): Card["inquiry"] | undefined;
  onReply(reply: CardReply): void;
}

const shortestPauseMs = 500;
const maxPauseMs = 15_000;

/** Learns what becomes of the inquiry while the page is seen: by calls that wait, and after failures with longer and longer pauses. */
export async function follow(client: CardClient, { seen, onReply }: Followed): Promise<void> {
  let pauseMs = shortestPauseMs;
  for (;;) {
    await untilVisible();
    const shown = seen();
    if (!shown || shown.resolution) return;
    const reply = await client.wait(shown);
    onReply(reply);
    if (reply.type === "refused") return;
    pauseMs = reply.type === "card" ? shortestPauseMs : Math.min(pauseMs * 2, maxPauseMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) return resolve();
    const check = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
  });
}
