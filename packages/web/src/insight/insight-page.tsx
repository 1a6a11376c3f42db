import { useInsight } from "@askback/react";
import { useId, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";
import { useFormats } from "./formats.ts";
import { OutcomeTable, TimesTable } from "./insight-tables.tsx";
import { RepeatedQuestions } from "./repeated-questions.tsx";
import { StandingAnswers } from "./standing-answers.tsx";
import { TimePlot } from "./time-plot.tsx";
import "./insight.css";

const ranges = ["1", "7", "30", "90", "365"] as const;
type Range = (typeof ranges)[number];
type Insight = NonNullable<ReturnType<typeof useInsight>["data"]>;

/** How questions were answered: what was open, how long it took, how it ended, and what was asked again and again. */
export function InsightPage() {
  const t = useAppTranslation();
  const [range, setRange] = useState<Range>("30");
  const { data, error, status } = useInsight(Number(range));
  // What was shown stays while another range is computed.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const shown = data ?? last;
  return (
    <section className="app-insight" aria-busy={status === "pending"}>
      <div className="app-insight-head">
        <h1>{t("insight.title")}</h1>
        <Link to={{ page: "audit" }}>{t("nav.audit")}</Link>
      </div>
      <Ranges range={range} onChoose={setRange} />
      {error && !data && (
        <p className="ask-alert" role="alert">
          {t("insight.failed", { problem: error.title })}
        </p>
      )}
      {shown && <Plots insight={shown} />}
      <StandingAnswers />
    </section>
  );
}

function Ranges({ range, onChoose }: { readonly range: Range; onChoose(range: Range): void }) {
  const t = useAppTranslation();
  const name = useId();
  return (
    <fieldset className="app-ranges">
      <legend className="ask-hidden">{t("insight.range")}</legend>
      {ranges.map((days) => (
        <label key={days}>
          <input type="radio" name={name} checked={days === range} onChange={() => onChoose(days)} />
          <span>{t(`insight.days-${days}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Plots({ insight }: { readonly insight: Insight }) {
  const t = useAppTranslation();
  const { duration, date } = useFormats();
  const { from, isWhole, asked, waited, open, outcomes, agents, people, repeated } = insight;
  return (
    <>
      <p className="app-insight-sum">
        {t("insight.sum", { asked, waited: duration(waited) })}
        {!isWhole && ` ${t("insight.part", { date: date(from) })}`}
      </p>
      <TimePlot
        title={t("insight.open")}
        kind="line"
        parts={open.map((part) => ({ at: part.at, value: part.open }))}
        format={String}
      />
      <TimePlot
        title={t("insight.waited")}
        kind="bars"
        parts={open.map((part) => ({ at: part.at, value: part.waited }))}
        format={duration}
      />
      <OutcomeTable title={t("insight.outcomes")} outcomes={outcomes} />
      <TimesTable
        title={t("insight.agents")}
        kind="agent"
        rows={agents.map(({ agent, ...times }) => ({ name: agent, ...times }))}
      />
      <TimesTable
        title={t("insight.people")}
        kind="person"
        rows={people.map(({ by, ...times }) => ({ name: by, ...times }))}
      />
      <RepeatedQuestions repeated={repeated} />
    </>
  );
}
