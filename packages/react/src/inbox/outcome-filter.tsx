import { useWords } from "../i18n/use-words.ts";
import { useInboxParts } from "./inbox-context.ts";
import { outcomeOf, outcomes } from "./inbox-view.ts";

/** Narrows what is done to one way in which it ended. */
export function OutcomeFilter() {
  const words = useWords();
  const { place, go } = useInboxParts();
  return (
    <select
      className="ask-select"
      aria-label={words("inbox.filter")}
      value={place.outcome ?? ""}
      onChange={({ target }) => go({ view: "done", outcome: outcomeOf(target.value) })}
    >
      <option value="">{words("inbox.outcome.all")}</option>
      {outcomes.map((outcome) => (
        <option key={outcome} value={outcome}>
          {words(`inbox.outcome.${outcome}`)}
        </option>
      ))}
    </select>
  );
}
