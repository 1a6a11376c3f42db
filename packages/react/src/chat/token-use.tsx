import type { Conversation } from "@askback/core/wire";
import { useLanguage } from "../i18n/use-language.ts";
import { useWords } from "../i18n/use-words.ts";

/** What the conversation has cost so far. */
export function TokenUse({ usage }: Pick<Conversation, "usage">) {
  const words = useWords();
  const language = useLanguage();
  const total = usage.inputTokens + usage.outputTokens;
  if (total === 0) return null;
  const whole = new Intl.NumberFormat(language);
  const short = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  const detail = words("usage.detail", {
    input: whole.format(usage.inputTokens),
    output: whole.format(usage.outputTokens),
    cached: whole.format(usage.cachedTokens),
    reasoning: whole.format(usage.reasoningTokens),
  });
  return (
    <span className="ask-usage" title={detail}>
      {words("usage.tokens", { count: short.format(total) })}
    </span>
  );
}
