import type * as wire from "@askback/core/wire";
import { createForm, type Form, hasContent, type Resolving, withInquiry } from "../card/form.ts";
import type { Key } from "../card/key.ts";
import { press } from "../card/press.ts";

/** The open inquiries of a person on a terminal: a list, and the card of one of them. */
export interface Inbox {
  /** The oldest ones. */
  readonly items: readonly wire.Inquiry[];
  /** How many more are open. */
  readonly beyond: number;
  /** The inquiry that the keys act on. */
  readonly at?: string | undefined;
  readonly isOpen: boolean;
  /** What was picked and written; it stays while another inquiry is open. */
  readonly forms: ReadonlyMap<string, Form>;
  /** The inquiries that were answered here; their forms are kept for an undo. */
  readonly sent: ReadonlySet<string>;
  readonly isLoaded: boolean;
  readonly connection: "connecting" | "live" | "lost";
  /** What happened last, and the answer that can be taken back. */
  readonly toast?: { readonly text: string; readonly undo?: string } | undefined;
  readonly isLeaving: boolean;
}

export const emptyInbox: Inbox = {
  items: [],
  beyond: 0,
  isOpen: false,
  forms: new Map(),
  sent: new Set(),
  isLoaded: false,
  connection: "connecting",
  isLeaving: false,
};

export interface InboxPressed {
  readonly inbox: Inbox;
  readonly done?:
    | { readonly type: "send"; readonly inquiry: wire.Inquiry; readonly resolving: Resolving }
    | { readonly type: "undo"; readonly id: string }
    | { readonly type: "leave" };
}

function inquiryAt({ items, at }: Inbox): wire.Inquiry | undefined {
  return items.find(({ id }) => id === at);
}

/** The form of the card that is open. */
export function openForm(inbox: Inbox): Form | undefined {
  const inquiry = inquiryAt(inbox);
  return inbox.isOpen && inquiry ? (inbox.forms.get(inquiry.id) ?? createForm(inquiry)) : undefined;
}

export function hasDraft({ forms }: Inbox, { id }: wire.Inquiry): boolean {
  const form = forms.get(id);
  return (
    form !== undefined && (hasContent(form) || Object.values(form.answers).some(({ options }) => options.length > 0))
  );
}

export function pressInbox(inbox: Inbox, key: Key): InboxPressed {
  const form = openForm(inbox);
  return form ? pressCard(inbox, form, key) : pressList(inbox, key);
}

function pressCard(inbox: Inbox, form: Form, key: Key): InboxPressed {
  const { form: changed, done } = press(form, key);
  const kept: Inbox = { ...inbox, forms: new Map(inbox.forms).set(form.inquiry.id, changed), toast: undefined };
  if (done?.type === "leave") return { inbox: kept, done: { type: "leave" } };
  if (done?.type === "close") return { inbox: { ...kept, isOpen: false } };
  if (done?.type === "send")
    return { inbox: kept, done: { type: "send", inquiry: form.inquiry, resolving: done.resolving } };
  return { inbox: kept };
}

function pressList(inbox: Inbox, key: Key): InboxPressed {
  if (key.name === "interrupt") {
    if (inbox.isLeaving) return { inbox, done: { type: "leave" } };
    return {
      inbox: { ...inbox, isLeaving: true, toast: { text: "Press Ctrl+C again to leave. All questions stay open." } },
    };
  }
  const steady: Inbox = { ...inbox, isLeaving: false };
  if (key.name === "up") return { inbox: moved(steady, -1) };
  if (key.name === "down") return { inbox: moved(steady, 1) };
  if (key.name === "enter" || key.name === "right") return { inbox: opened(steady) };
  if (key.name !== "text") return { inbox: steady };
  switch (key.text) {
    case "k":
      return { inbox: moved(steady, -1) };
    case "j":
      return { inbox: moved(steady, 1) };
    case "q":
      return { inbox: steady, done: { type: "leave" } };
    case "u":
    case "z":
      return inbox.toast?.undo === undefined
        ? { inbox: { ...steady, toast: { text: "There is nothing to take back." } } }
        : { inbox: { ...steady, toast: { text: "Taking it back…" } }, done: { type: "undo", id: inbox.toast.undo } };
    default:
      return { inbox: steady };
  }
}

function moved(inbox: Inbox, by: number): Inbox {
  const { items } = inbox;
  if (items.length === 0) return inbox;
  const index = items.findIndex(({ id }) => id === inbox.at);
  const next = Math.min(Math.max(0, index + by), items.length - 1);
  return { ...inbox, at: items[next]?.id };
}

function opened(inbox: Inbox): Inbox {
  const inquiry = inquiryAt(inbox);
  if (!inquiry) return inbox;
  // The card is kept from when it is opened, so that a change of what is read is noticed.
  const forms = new Map(inbox.forms).set(inquiry.id, inbox.forms.get(inquiry.id) ?? createForm(inquiry));
  return { ...inbox, isOpen: true, forms, toast: undefined };
}

/** The inbox with the inquiries as they are now. The place stays, and what was written for a changed one too. */
export function withItems(inbox: Inbox, items: readonly wire.Inquiry[]): Inbox {
  const gone = inquiryAt(inbox);
  const index = inbox.items.findIndex(({ id }) => id === inbox.at);
  const isThere = items.some(({ id }) => id === inbox.at);
  const at = isThere ? inbox.at : items[Math.min(Math.max(0, index), items.length - 1)]?.id;
  const forms = new Map(
    [...inbox.forms].map(([id, form]) => {
      const inquiry = items.find((item) => item.id === id);
      return [id, inquiry ? withInquiry(form, inquiry) : form];
    }),
  );
  const closed = inbox.isOpen && !isThere && gone !== undefined;
  const written = gone && forms.get(gone.id);
  const isKept = written !== undefined && hasContent(written);
  return {
    ...inbox,
    items,
    at,
    forms,
    isLoaded: true,
    isOpen: inbox.isOpen && isThere,
    ...(closed &&
      inbox.toast === undefined && {
        toast: { text: `This question was resolved elsewhere.${isKept ? " What you wrote is kept here." : ""}` },
      }),
  };
}

/** The inbox when the time to take an answer back is over; what was said since stays. */
export function withoutUndo(inbox: Inbox, toast: Inbox["toast"]): Inbox {
  return inbox.toast === toast ? { ...inbox, toast: undefined } : inbox;
}
