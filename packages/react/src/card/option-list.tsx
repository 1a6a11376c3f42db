import type { DraftAnswer, Question } from "@askback/core/wire";
import { useId, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import type { CardForm } from "./card-form.ts";
import { listingOf, matchingOptions } from "./option-filter.ts";
import { OptionRow } from "./option-row.tsx";

interface OptionListProps {
  readonly question: Question;
  readonly answer: DraftAnswer;
  readonly group: string;
  readonly form: CardForm;
}

/** The choices of a question; many of them can be filtered, and very many scroll by themselves. */
export function OptionList({ question, answer, group, form }: OptionListProps) {
  const words = useWords();
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
            aria-label={words("card.filter")}
            className="ask-field"
            data-field="filter"
            dir="auto"
            onChange={({ target }) => setSought(target.value)}
            placeholder={words("card.filter")}
            type="text"
            value={sought}
          />
          <span aria-live="polite" className="ask-muted" id={`${id}-shown`}>
            {words("card.shown", { shown: shown.length, count: options.length })}
          </span>
        </div>
      )}
      <ul className="ask-options" data-listing={listing}>
        {shown.map((option) => (
          <OptionRow
            group={group}
            isPicked={answer.options.includes(option.id)}
            isPreviewOpen={form.openPreviews.has(`${question.id} ${option.id}`)}
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
