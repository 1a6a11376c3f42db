import type { Prompt, PromptOptions } from "../prompt.ts";
import { openScreen } from "../screen.ts";
import { cardLines } from "./card-lines.ts";
import { closedLines } from "./closed-lines.ts";
import { createForm, withInquiry } from "./form.ts";
import type { Key } from "./key.ts";
import { press } from "./press.ts";
import { unsentText } from "./unsent-text.ts";

/** Shows one inquiry as a card below the command, which the keys fill in. */
export async function openCard({ inquiry, terminal, now, send }: PromptOptions): Promise<Prompt> {
  let form = createForm(inquiry);
  let isSending = false;
  let isSent = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<"sent" | "left">();

  async function onKey(key: Key): Promise<void> {
    if (isSending) return;
    const pressed = press(form, key);
    form = pressed.form;
    if (!pressed.done) return;
    if (pressed.done.type !== "send") {
      // There is no list to go back to, and the question stays open.
      if (pressed.done.type === "leave") end("left");
      return;
    }
    isSending = true;
    form = { ...form, notice: "Sending…" };
    const refusal = await send(pressed.done.resolving);
    isSending = false;
    form = { ...form, notice: refusal };
    isSent = refusal === undefined;
    if (isSent) end("sent");
    else screen.draw();
  }

  const screen = openScreen({
    terminal,
    lines: (size) => cardLines(form, { ...size, now: now(), appUrl: terminal.appUrl }),
    onKey: (key) => void onKey(key),
  });
  return {
    ended,
    update(changed) {
      form = withInquiry(form, changed);
      screen.draw();
    },
    async close() {
      await screen.close(closedLines(form, isSent, process.stderr.columns || 80));
      process.stderr.write(unsentText(form, isSent));
    },
  };
}
