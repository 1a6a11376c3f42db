import { useId } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { useFormats } from "./formats.ts";
import { barsOf, linePath, scaleTop } from "./plot-shapes.ts";

interface TimePlotProps {
  readonly title: string;
  readonly kind: "line" | "bars";
  /** Equal parts of the time, each with its end. */
  readonly parts: readonly { readonly at: string; readonly value: number }[];
  format(value: number): string;
}

/** A value over time, as a picture with the table behind it. */
export function TimePlot({ title, kind, parts, format }: TimePlotProps) {
  const t = useAppTranslation();
  const { date, tick } = useFormats();
  const heading = useId();
  const values = parts.map(({ value }) => value);
  const top = scaleTop(Math.max(...values, 0), kind === "line");
  const [first, last] = [parts[0], parts.at(-1)];
  return (
    <section className="app-plot" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <div className="app-plot-frame">
        <span className="app-plot-top">{format(top)}</span>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={t("insight.plot", {
            title,
            highest: format(Math.max(...values, 0)),
            last: format(last?.value ?? 0),
          })}
        >
          <path className="app-plot-grid" d="M0 .5H100M0 50H100" />
          {kind === "line" ? (
            <>
              <path className="app-plot-area" d={`${linePath(values, top)}V100H0Z`} />
              <path className="app-plot-line" d={linePath(values, top)} />
            </>
          ) : (
            <path className="app-plot-bars" d={barsOf(values, top)} />
          )}
        </svg>
        <div className="app-plot-axis" aria-hidden="true">
          <span>{first && tick(first.at)}</span>
          <span>{last && tick(last.at)}</span>
        </div>
      </div>
      <details className="app-plot-table">
        <summary>{t("insight.table")}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("insight.until")}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ at, value }) => (
              <tr key={at}>
                <th scope="row">{date(at)}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
