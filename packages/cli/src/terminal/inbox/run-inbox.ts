import type { Client } from "@askback/client";
import type * as wire from "@askback/core/wire";
import type { TerminalSettings } from "../../settings/terminal-settings.ts";
import type { Resolving } from "../card/form.ts";
import type { Key } from "../card/key.ts";
import { unsentText } from "../card/unsent-text.ts";
import { refusalText, sendResolving, sentText } from "../resolve.ts";
import { openScreen } from "../screen.ts";
import { askerOf } from "../text/inquiry-text.ts";
import { span } from "../text/line.ts";
import { safeText } from "../text/safe-text.ts";
import { emptyInbox, type Inbox, pressInbox, withItems, withoutUndo } from "./inbox.ts";
import { inboxLines } from "./inbox-lines.ts";

export interface InboxOptions {
  readonly terminal: TerminalSettings;
  readonly isQuiet: boolean;
  /** How long an answer can be taken back. */
  readonly holdSeconds: number;
}

/** Shows the inbox until the person leaves it; it changes as inquiries come and go. */
export async function runInbox(client: Client, { terminal, isQuiet, holdSeconds }: InboxOptions): Promise<void> {
  let inbox: Inbox = emptyInbox;
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const events = client.events();
  const screen = openScreen({
    terminal,
    lines: (size) => inboxLines(inbox, { ...size, now: client.now(), appUrl: terminal.appUrl }),
    onKey,
  });
  const change = (next: Inbox) => {
    inbox = next;
    screen.draw();
  };

  function onKey(key: Key): void {
    const pressed = pressInbox(inbox, key);
    inbox = pressed.inbox;
    const { done } = pressed;
    if (done?.type === "leave") leave();
    if (done?.type === "send") void send(done.inquiry, done.resolving);
    if (done?.type === "undo") void undo(done.id);
  }

  async function send(inquiry: wire.Inquiry, resolving: Resolving): Promise<void> {
    const sent = await sendResolving(client, inquiry.id, resolving, holdSeconds);
    if (!sent.ok) {
      change({ ...inbox, isOpen: false, toast: { text: refusalText(sent.error) } });
      return refresh();
    }
    const { heldUntil, agreement } = sent.value;
    const text = agreement
      ? `${sentText(sent.value)} u takes it back.`
      : `Sent to ${askerOf(inquiry)}.${heldUntil === undefined ? "" : ` u takes it back for ${holdSeconds} s.`}`;
    const answered = new Set([...inbox.sent, inquiry.id]);
    const rest = inbox.items.filter(({ id }) => id !== inquiry.id);
    const toast = { text, ...((heldUntil !== undefined || agreement) && { undo: inquiry.id }) };
    change({ ...withItems({ ...inbox, isOpen: false, sent: answered }, rest), toast });
    if (heldUntil !== undefined) setTimeout(() => change(withoutUndo(inbox, toast)), holdSeconds * 1_000).unref();
  }

  async function undo(id: string): Promise<void> {
    const back = await client.inquiries.retract(id);
    const text = back.ok ? "Taken back. Your answer is still filled in." : refusalText(back.error);
    const sent = new Set([...inbox.sent].filter((other) => other !== id));
    change({ ...inbox, ...(back.ok && { at: id, sent }) });
    // Who is told that it is back can open it at once, so it is in the list by then.
    await refresh();
    change({ ...inbox, toast: { text } });
  }

  async function refresh(): Promise<void> {
    const listed = await client.inquiries.list({
      status: "open",
      order: "oldest",
      snoozed: false,
      waiting: "you",
      limit: 100,
    });
    if (!listed.ok) return change({ ...inbox, toast: { text: safeText(listed.error.title) } });
    const known = new Set(inbox.items.map(({ id }) => id));
    const isNew = inbox.isLoaded && listed.value.items.some(({ id }) => !known.has(id));
    const { items, next } = listed.value;
    const counted = next === undefined ? undefined : await client.inbox.count();
    const open = counted?.ok ? counted.value.open : items.length;
    change(withItems({ ...inbox, beyond: Math.max(0, open - items.length) }, items));
    if (!isQuiet) setTitle(titleOf(open), isNew);
  }

  events.onConnection((connection) => change({ ...inbox, connection }));
  const following = (async () => {
    for await (const event of events) {
      if (event.type === "snapshot" || event.type.startsWith("inquiry.") || event.type === "conversation.deleted")
        await refresh();
    }
  })();
  await Promise.all([refresh(), left]);
  events.close();
  await following;
  await screen.close([[span("◇ ", "quiet"), span(`Inbox: ${inbox.items.length + inbox.beyond} open`)]]);
  // The shell sets its own again, or leaves it empty.
  if (!isQuiet) setTitle("");
  for (const [id, form] of inbox.forms) process.stderr.write(unsentText(form, inbox.sent.has(id)));
}

function titleOf(open: number): string {
  return open > 0 ? `(${open}) askback` : "askback";
}

/** The title of the window, and a bell where something is new. */
function setTitle(title: string, isNew = false): void {
  process.stderr.write(`\u001B]0;${title}\u0007${isNew ? "\u0007" : ""}`);
}
