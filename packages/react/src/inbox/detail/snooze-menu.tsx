import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { useId, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useLanguageAttributes } from "../../i18n/use-language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { formatMoment, useClock } from "../../ui/time.tsx";
import { isSnoozed } from "../inbox-view.ts";

interface SnoozeMenuProps {
  readonly inquiries: readonly Inquiry[];
  readonly isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Null ends the snooze. */
  onSnooze(until: number | null): void;
}

/** Snoozes inquiries for the reader alone; the agents go on waiting. */
export function SnoozeMenu({ inquiries, isOpen, onOpenChange, onSnooze }: SnoozeMenuProps) {
  const { i18n } = useLingui();
  const t = useTranslation();
  const [asksTime, setAsksTime] = useState(false);
  const now = useClock()();
  const day = new Intl.DateTimeFormat(i18n.locale, { weekday: "short", month: "short", day: "numeric" });
  const times = snoozeTimes(inquiries, now);

  const choose = (name: unknown) => {
    if (name === "own") setAsksTime(true);
    else onSnooze(times.find((time) => time.name === name)?.until ?? null);
  };

  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
        <Button className="ask-button">
          <Icon name="snooze" />
          <span>{t("inbox.snooze")}</span>
        </Button>
        <Popover className="ask-popover" placement="bottom end" {...useLanguageAttributes()}>
          <Menu className="ask-menu" autoFocus="first" onAction={choose}>
            {times.map(({ name, until }) => (
              <MenuItem
                key={name}
                id={name}
                className="ask-menu-item ask-snooze-item"
                textValue={t(`inbox.snooze.${name}`)}
              >
                <span>{t(`inbox.snooze.${name}`)}</span>
                <span className="ask-muted">
                  {name === "tomorrow" ? day.format(until) : formatMoment(until, now, i18n.locale)}
                </span>
              </MenuItem>
            ))}
            <MenuItem id="own" className="ask-menu-item ask-snooze-item">
              {t("inbox.snooze.own")}
            </MenuItem>
            {inquiries.every((inquiry) => isSnoozed(inquiry, now)) && (
              <MenuItem id="end" className="ask-menu-item ask-snooze-item">
                {t("inbox.snooze.end")}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {asksTime && <CustomTimeForm onChoose={onSnooze} onClose={() => setAsksTime(false)} />}
    </>
  );
}

interface CustomTimeFormProps {
  onChoose(until: number): void;
  onClose(): void;
}

/** Asks for the time until which to snooze an inquiry. */
function CustomTimeForm({ onChoose, onClose }: CustomTimeFormProps) {
  const t = useTranslation();
  const id = useId();
  const [time, setTime] = useState("");
  const [isPast, setPast] = useState(false);
  const now = useClock();
  return (
    <ModalDialog title={t("inbox.snooze.own")} onClose={onClose}>
      <form
        className="ask-sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const until = Date.parse(time);
          if (!(until > now())) return setPast(true);
          onChoose(until);
          onClose();
        }}
      >
        <label htmlFor={id}>{t("inbox.snooze.until")}</label>
        <input
          id={id}
          className="ask-field"
          type="datetime-local"
          value={time}
          aria-invalid={isPast || undefined}
          aria-describedby={isPast ? `${id}-problem` : undefined}
          onChange={({ target }) => setTime(target.value)}
        />
        {isPast && (
          <p id={`${id}-problem`} className="ask-inbox-problem" role="alert">
            {t("inbox.snooze.past")}
          </p>
        )}
        <div className="ask-buttons">
          <button type="button" className="ask-button" onClick={onClose}>
            {t("inbox.cancel")}
          </button>
          <button type="submit" className="ask-button ask-primary">
            {t("inbox.snooze")}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

const minute = 60_000;
const hour = 60 * minute;
const never = Number.POSITIVE_INFINITY;

/** A time until which an inquiry can be snoozed; `name` is its message in the menu. */
interface SnoozeTime {
  readonly name: "half-hour" | "two-hours" | "tomorrow" | "before-expiry";
  readonly until: number;
}

/** The times that the menu offers for these inquiries: later than now, and before the first deadline. */
export function snoozeTimes(inquiries: readonly Pick<Inquiry, "deadline">[], now: number): readonly SnoozeTime[] {
  const end = Math.min(...inquiries.map(({ deadline }) => (deadline === undefined ? never : Date.parse(deadline))));
  const times: SnoozeTime[] = [
    { name: "half-hour", until: now + 30 * minute },
    { name: "two-hours", until: now + 2 * hour },
    { name: "tomorrow", until: tomorrowMorning(now) },
  ];
  if (end !== never) times.push({ name: "before-expiry", until: end - hour });
  return times.filter(({ until }) => until > now && until < end);
}

/** Nine o'clock on the next day in the reader's time zone. */
function tomorrowMorning(now: number): number {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  return morning.setHours(9, 0, 0, 0);
}
