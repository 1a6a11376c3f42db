import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";
import { useWords } from "../i18n/use-words.ts";
import { InboxIcon } from "./inbox-icon.tsx";
import { isSnoozed } from "./inbox-view.ts";
import { OwnTimeForm } from "./own-time-form.tsx";
import { snoozeTimes } from "./snooze-times.ts";
import { momentOf } from "./waiting-time.ts";

interface SnoozeMenuProps {
  readonly inquiry: Inquiry;
  readonly isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Null brings it back. */
  onSnooze(until: number | null): void;
}

/** Until when to put an inquiry off. That concerns the reader alone; the agent goes on waiting. */
export function SnoozeMenu({ inquiry, isOpen, onOpenChange, onSnooze }: SnoozeMenuProps) {
  const { i18n } = useLingui();
  const words = useWords();
  const [asksTime, setAsksTime] = useState(false);
  const now = Date.now();
  const times = snoozeTimes(inquiry, now);

  const choose = (name: unknown) => {
    if (name === "own") setAsksTime(true);
    else onSnooze(times.find((time) => time.name === name)?.until ?? null);
  };

  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
        <Button className="ask-button">
          <InboxIcon name="snooze" />
          {words("inbox.snooze")}
        </Button>
        <Popover className="ask-popover" placement="bottom end" {...useLanguageAttributes()}>
          <Menu className="ask-menu" autoFocus="first" onAction={choose}>
            {times.map(({ name, until }) => (
              <MenuItem
                key={name}
                id={name}
                className="ask-menu-item ask-snooze-item"
                textValue={words(`inbox.snooze.${name}`)}
              >
                <span>{words(`inbox.snooze.${name}`)}</span>
                <span className="ask-muted">{momentOf(until, now, i18n.locale)}</span>
              </MenuItem>
            ))}
            <MenuItem id="own" className="ask-menu-item ask-snooze-item">
              {words("inbox.snooze.own")}
            </MenuItem>
            {isSnoozed(inquiry, now) && (
              <MenuItem id="end" className="ask-menu-item ask-snooze-item">
                {words("inbox.snooze.end")}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {asksTime && <OwnTimeForm onChoose={onSnooze} onClose={() => setAsksTime(false)} />}
    </>
  );
}
