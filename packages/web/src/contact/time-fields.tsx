import { Icon } from "@askback/react";
import { useId } from "react";
import { useReachTranslation } from "../i18n/reach.ts";

/** As many as the server takes. */
const mostTimes = 24;

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A time of the day. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <label className="app-contact-time">
      <span>{label}</span>
      <input className="ask-field" type="time" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

interface DigestTimesProps {
  readonly at: readonly string[];
  onChange(at: readonly string[]): void;
}

/** The times at which collected mail comes, one at least. */
export function DigestTimes({ at, onChange }: DigestTimesProps) {
  const t = useReachTranslation();
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
      {at.length < mostTimes && (
        <button type="button" className="ask-quiet" onClick={() => onChange([...at, "16:00"])}>
          {t("contact.time-add")}
        </button>
      )}
    </div>
  );
}

/** The time zone of all these times, in the browser's own select. */
export function TimeZoneField({ value, onChange }: Omit<TimeFieldProps, "label">) {
  const t = useReachTranslation();
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
