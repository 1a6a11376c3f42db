import {
  type MessageId,
  PeopleContext,
  PersonAvatar,
  useAgentTitles,
  useNames,
  usePersonOf,
  useTranslation,
} from "@askback/react";
import { useId } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { useFormats } from "./formats.ts";

interface OutcomeTableProps {
  readonly title: string;
  readonly outcomes: readonly { readonly resolution: string; readonly count: number }[];
}

/** How questions ended, each with a bar. */
export function OutcomeTable({ title, outcomes }: OutcomeTableProps) {
  const t = useAppTranslation();
  const words = useTranslation<MessageId>();
  const id = useId();
  const most = Math.max(...outcomes.map(({ count }) => count), 1);
  return (
    <section className="app-plot" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {outcomes.length === 0 && <p className="app-note">{t("insight.none")}</p>}
      {outcomes.length > 0 && (
        <table className="app-plot-rows">
          <thead className="ask-hidden">
            <tr>
              <th scope="col">{t("insight.outcome")}</th>
              <th scope="col">{t("insight.questions")}</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map(({ resolution, count }) => (
              <tr key={resolution}>
                <th scope="row">{words(`inbox.outcome.${resolution}` as MessageId)}</th>
                <td className="app-plot-number">{count}</td>
                <td className="app-plot-cell">
                  <Bar length={count / most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface TimesRow {
  readonly name: string;
  readonly answered: number;
  readonly median?: number | undefined;
  readonly p95?: number | undefined;
}

interface TimesTableProps {
  readonly title: string;
  readonly kind: "agent" | "person";
  readonly rows: readonly TimesRow[];
}

/** Times to an answer: the median as a bar, the 95th percentile as a line behind it. */
export function TimesTable({ title, kind, rows }: TimesTableProps) {
  const t = useAppTranslation();
  const { duration } = useFormats();
  const titleOf = useAgentTitles();
  const id = useId();
  const shown = rows.filter(({ answered }) => answered > 0);
  const people = kind === "person" ? shown.map(({ name }) => name) : [];
  const nameOf = useNames(people);
  const personOf = usePersonOf(people);
  const longest = Math.max(...shown.map(({ p95 = 0 }) => p95), 1);
  return (
    <section className="app-plot" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {shown.length === 0 && <p className="app-note">{t("insight.none")}</p>}
      {shown.length > 0 && (
        <table className="app-plot-rows">
          <thead>
            <tr>
              <th scope="col">{t(`insight.${kind}`)}</th>
              <th scope="col">{t("insight.answered")}</th>
              <th scope="col">{t("insight.median")}</th>
              <th scope="col">{t("insight.p95")}</th>
              <td className="app-plot-cell" />
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, answered, median = 0, p95 = 0 }) => (
              <tr key={name}>
                <th scope="row">
                  {kind === "person" && (
                    <PeopleContext value={personOf}>
                      <PersonAvatar person={name} />
                    </PeopleContext>
                  )}
                  <span>{kind === "agent" ? titleOf(name) : nameOf(name)}</span>
                </th>
                <td className="app-plot-number">{answered}</td>
                <td className="app-plot-number">{duration(median)}</td>
                <td className="app-plot-number">{duration(p95)}</td>
                <td className="app-plot-cell">
                  <Bar length={median / longest} reach={p95 / longest} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Bar({ length, reach = 0 }: { readonly length: number; readonly reach?: number }) {
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {reach > 0 && <rect className="app-plot-reach" y="3.5" height="1" width={100 * reach} />}
      <rect className="app-plot-bar" height="8" width={Math.max(0.5, 100 * length)} />
    </svg>
  );
}
