import type { ClaimedNotice, NewNotice, Notice, NoticeStore } from "../../store/notices.ts";
import { peopleAtOnce } from "./recipients.ts";

/** The newest delivery of a notification to each address. */
type Newest = ReadonlyMap<string, Pick<Notice, "id" | "version" | "status">>;

export async function* deliveriesOf(notices: Pick<NoticeStore, "ofNotification">, notificationId: string) {
  for (let after = ""; ; ) {
    const found = await notices.ofNotification({ notificationId, after, limit: peopleAtOnce });
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < peopleAtOnce) return;
    after = last.id;
  }
}

export async function newestDeliveries(
  notices: Pick<NoticeStore, "ofNotification">,
  notificationId: string,
): Promise<Newest> {
  const newest = new Map<string, Pick<Notice, "id" | "version" | "status">>();
  for await (const some of deliveriesOf(notices, notificationId))
    for (const delivery of some) {
      if (delivery.type !== "notification.raised") continue;
      const { id, version, status } = delivery;
      const known = newest.get(addressKey(delivery));
      if (!known || known.version < version) newest.set(addressKey(delivery), { id, version, status });
    }
  return newest;
}

/**
 * Lets new deliveries take the place of earlier ones to the same address: what was not sent is not sent any more, and of a
 * changed question the new one follows what was sent, which a channel may edit. Nobody is told of something older than
 * what they were told already.
 */
export async function replaceEarlier(
  notices: Pick<NoticeStore, "withdraw">,
  newest: Newest,
  planned: readonly NewNotice[],
  event: Pick<ClaimedNotice, "reasons">,
): Promise<readonly NewNotice[]> {
  const added: NewNotice[] = [];
  for (const notice of planned) {
    const earlier = notice.notificationId === undefined ? undefined : newest.get(addressKey(notice));
    if (earlier && earlier.version > notice.version) continue;
    if (!earlier || earlier.version === notice.version) {
      added.push(notice);
      continue;
    }
    const left = earlier.status === "pending" ? await notices.withdraw(earlier.id) : earlier;
    // Being asked again for a reason is worth a message of its own.
    const isChange = !event.reasons && left !== undefined && left.status !== "withdrawn" && left.status !== "dead";
    added.push({ ...notice, ...(isChange && { follows: earlier.id }) });
  }
  return added;
}

/**
 * The deliveries whose message a later one has edited, which the channel says by the same reference: only the later one is
 * settled. Where the channel sent a message of its own instead, both are.
 */
export async function editedDeliveries(
  notices: Pick<NoticeStore, "ofNotification">,
  notificationId: string,
): Promise<ReadonlySet<string>> {
  const references = new Map<string, string>();
  const following: Pick<Notice, "follows" | "reference">[] = [];
  for await (const some of deliveriesOf(notices, notificationId))
    for (const { id, type, follows, status, reference } of some) {
      if (type !== "notification.raised" || status !== "delivered" || reference === undefined) continue;
      references.set(id, reference);
      if (follows !== undefined) following.push({ follows, reference });
    }
  return new Set(
    following.flatMap(({ follows = "", reference }) => (references.get(follows) === reference ? [follows] : [])),
  );
}

function addressKey({ recipient, channel, url }: Pick<NewNotice, "recipient" | "channel" | "url">): string {
  return JSON.stringify([recipient, channel, url]);
}
