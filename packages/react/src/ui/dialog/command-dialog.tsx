import type { ReactNode } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { AriaLanguage } from "../../i18n/aria-language.tsx";
import { useLanguageAttributes } from "../../i18n/use-language.ts";

export interface Command {
  readonly id: string;
  readonly label: string;
  /** What tells it from others with the same label. */
  readonly detail?: string | undefined;
  readonly icon?: ReactNode;
  /** Whether it replaces the dialog by another one. */
  readonly staysOpen?: boolean;
  run(): void;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

export interface CommandDialogProps {
  /** What can be searched for. */
  readonly label: string;
  /** The commands that match what was typed. */
  readonly groups: readonly CommandGroup[];
  /** How many there are, in words. It is shown where there are none, and announced. */
  readonly status: string;
  readonly query: string;
  onQuery(query: string): void;
  onClose(): void;
}

/** A field over the page whose results are reached by arrow keys; Escape closes it and returns the focus. */
export function CommandDialog({ label, groups, status, query, onQuery, onClose }: CommandDialogProps) {
  const shown = groups.filter(({ commands }) => commands.length > 0);
  const run = (id: unknown) => {
    const chosen = groups.flatMap(({ commands }) => commands).find((command) => command.id === id);
    // Closed first, so that the command finds the focus where it was.
    if (!chosen?.staysOpen) onClose();
    chosen?.run();
  };
  return (
    <AriaLanguage>
      <ModalOverlay className="ask-overlay ask-command-overlay" isDismissable isOpen onOpenChange={onClose}>
        <Modal className="ask-sheet ask-command-sheet">
          <Dialog className="ask-command" aria-label={label} {...useLanguageAttributes()}>
            <Autocomplete inputValue={query} onInputChange={onQuery}>
              <SearchField className="ask-command-search" aria-label={label} autoFocus>
                <Input className="ask-command-field" placeholder={label} dir="auto" />
              </SearchField>
              <ListBox
                className="ask-command-list"
                aria-label={label}
                items={shown}
                renderEmptyState={() => <p className="ask-command-none">{status}</p>}
                onAction={run}
              >
                {({ title, commands }) => (
                  <ListBoxSection id={title} className="ask-command-group">
                    <Header className="ask-command-title">{title}</Header>
                    {commands.map(({ id, label, detail, icon }) => (
                      <ListBoxItem key={id} id={id} className="ask-command-item" textValue={label}>
                        {icon}
                        <span className="ask-command-label" dir="auto">
                          {label}
                        </span>
                        {detail !== undefined && <span className="ask-command-detail">{detail}</span>}
                      </ListBoxItem>
                    ))}
                  </ListBoxSection>
                )}
              </ListBox>
            </Autocomplete>
            <p className="ask-hidden" role="status">
              {status}
            </p>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}
