import type { DraftAnswer, Option, Question } from "@askback/core/wire";
import { useId, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { folded } from "../../text/folded.ts";
import { OptionRow } from "./option-row.tsx";
import type { CardForm } from "./use-card-form.ts";

interface OptionListProps {
  readonly question: Question;
  readonly answer: DraftAnswer;
  readonly group: string;
  readonly form: CardForm;
}

/** The options of a question; many can be filtered, and very many scroll by themselves. */
export function OptionList({ question, answer, group, form }: OptionListProps) {
  const t = useTranslation();
  const id = useId();
  const [sought, setSought] = useState("");
  const { options, multiSelect } = question;
  const listing = listingOf(options.length);
  const shown = matchingOptions(options, sought, answer.options);
  return (
    <>
      {listing !== "plain" && (
        <div className="ask-filter">
          <input
            aria-describedby={`${id}-shown`}
            aria-label={t("card.filter")}
            className="ask-field"
            data-field="filter"
            dir="auto"
            onChange={({ target }) => setSought(target.value)}
            placeholder={t("card.filter")}
            type="text"
            value={sought}
          />
          <span aria-live="polite" className="ask-muted" id={`${id}-shown`}>
            {t("card.shown", { shown: shown.length, count: options.length })}
          </span>
        </div>
      )}
      <ul className="ask-options" data-listing={listing}>
        {shown.map((option) => (
          <OptionRow
            group={group}
            isPicked={answer.options.includes(option.id)}
            isPreviewOpen={form.openPreview === `${question.id} ${option.id}`}
            isReadOnly={form.isReadOnly}
            key={option.id}
            nth={options.indexOf(option)}
            onClickAgain={() => form.clickAgain(option.id)}
            onPick={() => form.pick(question, option.id)}
            onPress={() => form.press(option.id)}
            onPreview={() => form.togglePreview(`${question.id} ${option.id}`)}
            onRelease={() => form.release(option.id)}
            option={option}
            type={multiSelect ? "checkbox" : "radio"}
          />
        ))}
      </ul>
    </>
  );
}

/** Whether a number of options is a plain list, has a filter, or has a filter and scrolls by itself. */
export function listingOf(count: number): "plain" | "filtered" | "scrolling" {
  if (count <= 7) return "plain";
  return count <= 20 ? "filtered" : "scrolling";
}

/** The options that match the filter, and those that are picked. */
export function matchingOptions(
  options: readonly Option[],
  sought: string,
  picked: readonly string[],
): readonly Option[] {
  const wanted = folded(sought).split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const text = folded(`${option.label} ${option.description ?? ""}`);
    return picked.includes(option.id) || wanted.every((word) => text.includes(word));
  });
}
