import type * as wire from "@askback/core/wire";
import { cardLines, type Screen } from "../card/card-lines.ts";
import { unsentText } from "../card/unsent-text.ts";
import { askerOf, headlineOf, timesOf } from "../text/inquiry-text.ts";
import { type Line, span, spread } from "../text/line.ts";
import { truncate, wrapItems, wrapText } from "../text/wrap.ts";
import { hasDraft, type Inbox, openForm } from "./inbox.ts";

/** The lines of the inbox: the open card, or the list. */
export function inboxLines(inbox: Inbox, screen: Screen): readonly Line[] {
  const form = openForm(inbox);
  return form ? cardLines(form, { ...screen, hasList: true }) : listLines(inbox, screen);
}

function listLines(inbox: Inbox, screen: Screen): readonly Line[] {
  const width = Math.min(screen.width, 100) - 2;
  const { items, toast, isLoaded, connection } = inbox;
  const count = isLoaded ? `${items.length + inbox.beyond} open` : "";
  const state = connection === "live" ? count : connection === "lost" ? "offline, trying again" : "connecting";
  const hints = wrapItems(
    ["↑↓ move", "Enter open", ...(toast?.undo === undefined ? [] : ["u undo"]), "q leave"],
    width,
  );
  const notes = toast === undefined ? [] : wrapText(toast.text, width).map((text): Line => [span(text, "warning")]);
  const lost = lostTexts(inbox).flatMap((text) => wrapText(text, width).map((line): Line => [span(line, "quiet")]));
  const room = Math.max(3, screen.height - hints.length - notes.length - lost.length - 5);
  const body =
    items.length > 0
      ? rowsInView(inbox, screen, { width, room })
      : [[span(isLoaded ? "Nothing needs you." : "Loading…", "quiet")]];
  return [
    spread(span("◆ ", "accent"), span("Inbox", "strong"), state, width + 2),
    [span("│", "accent")],
    ...[...body, ...(notes.length + lost.length > 0 ? [[], ...notes, ...lost] : [])].map(
      (line): Line => [span("│ ", "accent"), ...line],
    ),
    [span("│", "accent")],
    ...hints.map((text, index): Line => [span(index === 0 ? "└ " : "  ", "accent"), span(text, "quiet")]),
  ];
}

const rowHeight = 2;

function rowsInView(inbox: Inbox, screen: Screen, { width, room }: { width: number; room: number }): readonly Line[] {
  const { items, at } = inbox;
  const fit = Math.max(1, Math.floor((room - 1) / rowHeight));
  const cursor = Math.max(
    0,
    items.findIndex(({ id }) => id === at),
  );
  const start = Math.min(Math.max(0, cursor - Math.floor(fit / 2)), Math.max(0, items.length - fit));
  const shown = items.slice(start, start + fit);
  const rest = items.length + inbox.beyond - shown.length;
  return [
    ...shown.flatMap((item) => rowLines(inbox, item, screen.now, width)),
    ...(rest > 0 ? [[span(`and ${rest} more`, "quiet")]] : []),
  ];
}

function rowLines(inbox: Inbox, item: wire.Inquiry, now: number, width: number): readonly Line[] {
  const isAt = item.id === inbox.at;
  const extras = [
    ...(item.questions.length > 1 ? [`${item.questions.length} questions`] : []),
    ...(item.approval ? ["approval"] : []),
    ...(hasDraft(inbox, item) ? ["✎ draft"] : []),
  ];
  const about = [timesOf(item, now), ...extras].join(" · ");
  return [
    spread(span(isAt ? "❯ " : "  ", "accent"), span(askerOf(item), isAt ? "accent" : "plain"), about, width),
    [span("  "), span(truncate(headlineOf(item), width - 4), isAt ? "strong" : "plain")],
  ];
}

/** What was written for questions that somebody else resolved, so that it can be copied. */
function lostTexts({ forms, items, sent }: Inbox): readonly string[] {
  const gone = [...forms.values()].filter(
    ({ inquiry }) => !sent.has(inquiry.id) && !items.some(({ id }) => id === inquiry.id),
  );
  return gone.flatMap((form) => unsentText(form).trim().split("\n")).filter((text) => text !== "");
}
