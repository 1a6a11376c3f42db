import type { Client } from "@askback/client";
import type * as wire from "@askback/core/wire";
import type { TerminalSettings } from "../../settings/terminal-settings.ts";
import { orThrow } from "../connect.ts";
import { askByLines } from "../lines/ask-by-lines.ts";
import { commandIn, commandWord } from "../lines/command-words.ts";
import { createLineReader } from "../lines/line-reader.ts";
import { refusalText, sendResolving, sentText } from "../resolve.ts";
import { askerOf, headlineOf, timesOf } from "../text/inquiry-text.ts";

/** All open inquiries, oldest first. */
export async function openInquiries({ inquiries }: Client): Promise<readonly wire.Inquiry[]> {
  const items: wire.Inquiry[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      status: "open",
      order: "oldest",
      snoozed: false,
      waiting: "you",
      limit: 100,
      ...(cursor && { cursor }),
    } as const;
    const page = orThrow(await inquiries.list(query));
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}

export function listText(items: readonly wire.Inquiry[], now: number): string {
  if (items.length === 0) return "Nothing needs you.\n";
  return items.map((item) => `${item.id}  ${askerOf(item)}: ${headlineOf(item)} (${timesOf(item, now)})\n`).join("");
}

/** The inbox for a screen reader: a numbered list that is printed once, and then one question at a time. */
export async function inboxByLines(client: Client, terminal: TerminalSettings, holdSeconds: number): Promise<void> {
  const { language, appUrl } = terminal;
  let held: string | undefined;
  const write = (line: string) => void process.stderr.write(`${line}\n`);
  const reader = createLineReader(true);
  for (;;) {
    const items = await openInquiries(client);
    if (items.length === 0) write("Nothing needs you.");
    for (const [index, item] of items.entries())
      write(`${index + 1}. ${askerOf(item)}: ${headlineOf(item)}, ${timesOf(item, client.now())}`);
    const [undo, quit] = [commandWord("undo", language), commandWord("quit", language)];
    write(
      `Type a number to open a question, Enter to read the list again, ${held === undefined ? "" : `${undo}, `}or ${quit}.`,
    );
    const line = await reader.read("> ");
    if (line === undefined) break;
    const { command, rest } = commandIn(line, ["undo", "quit"], language) ?? {};
    if (command === "quit" && rest === "") break;
    if (command === "undo" && rest === "" && held !== undefined) {
      const back = await client.inquiries.retract(held);
      write(back.ok ? "Taken back. The question is open again." : refusalText(back.error));
    }
    held = undefined;
    const item = items[Number(line) - 1];
    if (!item) continue;
    const dialogue = { read: reader.read, write, language, appUrl, isInteractive: true, hasList: true };
    const resolving = await askByLines(item, dialogue);
    if (!resolving) continue;
    const sent = await sendResolving(client, item.id, resolving, holdSeconds);
    if (!sent.ok) write(refusalText(sent.error));
    else {
      const { heldUntil, agreement } = sent.value;
      if (heldUntil !== undefined || agreement) held = item.id;
      const back = heldUntil === undefined ? `Type ${undo}` : `Type ${undo} within ${holdSeconds} seconds`;
      write(`${sentText(sent.value)}${held === undefined ? "" : ` ${back} to take it back.`}`);
    }
  }
  reader.close();
}
