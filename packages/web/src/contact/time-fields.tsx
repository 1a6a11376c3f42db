import { Icon, useLanguage } from "@askback/react";
import { useId } from "react";
import { useContactTranslation } from "../i18n/contact.ts";
import { type Day, days } from "./contact-form.ts";

/** As many as the server takes. */
const maxTimes = 24;

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A time of the day. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <label className="app-contact-time">
      <span>{label}</span>
      <input className="ask-field" type="time" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

interface HourFieldsProps {
  readonly hours: { readonly from: string; readonly to: string };
  onChange(hours: { readonly from: string; readonly to: string }): void;
}

/** From one time of the day to another. */
export function HourFields({ hours: { from, to }, onChange }: HourFieldsProps) {
  const t = useContactTranslation();
  return (
    <div className="app-contact-times">
      <TimeField label={t("contact.from")} value={from} onChange={(changed) => onChange({ from: changed, to })} />
      <TimeField label={t("contact.to")} value={to} onChange={(changed) => onChange({ from, to: changed })} />
    </div>
  );
}

interface DayBoxesProps {
  readonly chosen: readonly Day[];
  onChange(chosen: readonly Day[]): void;
}

/** A Monday, by which the days of the week are named in the reader's language. */
const someMonday = Date.UTC(2024, 0, 1);
const dayMs = 24 * 3600 * 1000;

/** Days of the week. */
export function DayBoxes({ chosen, onChange }: DayBoxesProps) {
  const t = useContactTranslation();
  const name = new Intl.DateTimeFormat(useLanguage(), { weekday: "short", timeZone: "UTC" });
  return (
    <fieldset className="app-contact-days">
      <legend>{t("contact.days")}</legend>
      {days.map((day, index) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={chosen.includes(day)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, day] : chosen.filter((other) => other !== day))
            }
          />
          {name.format(someMonday + index * dayMs)}
        </label>
      ))}
    </fieldset>
  );
}

interface DigestTimesProps {
  readonly at: readonly string[];
  onChange(at: readonly string[]): void;
}

/** The times at which collected mail comes, one at least. */
export function DigestTimes({ at, onChange }: DigestTimesProps) {
  const t = useContactTranslation();
  return (
    <div className="app-contact-times">
      {at.map((time, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a time is known by its place while it is changed
        <span className="app-contact-digest" key={index}>
          <TimeField
            label={t("contact.time", { number: index + 1 })}
            value={time}
            onChange={(changed) => onChange(at.with(index, changed))}
          />
          {at.length > 1 && (
            <button
              type="button"
              className="ask-icon"
              aria-label={t("contact.time-remove", { number: index + 1 })}
              onClick={() => onChange(at.toSpliced(index, 1))}
            >
              <Icon name="closed" />
            </button>
          )}
        </span>
      ))}
      {at.length < maxTimes && (
        <button type="button" className="ask-quiet" onClick={() => onChange([...at, "16:00"])}>
          {t("contact.time-add")}
        </button>
      )}
    </div>
  );
}

/** The time zone of all these times, in the browser's own select. */
export function TimeZoneField({ value, onChange }: Omit<TimeFieldProps, "label">) {
  const t = useContactTranslation();
  const id = useId();
  const zones = new Set([value, "UTC", ...Intl.supportedValuesOf("timeZone")]);
  return (
    <p className="app-setting">
      <label htmlFor={id}>{t("contact.zone")}</label>
      <select id={id} dir="ltr" value={value} onChange={({ target }) => onChange(target.value)}>
        {[...zones].toSorted().map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    </p>
  );
}
