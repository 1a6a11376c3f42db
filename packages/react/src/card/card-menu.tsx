import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { announce } from "@react-aria/live-announcer";
import type { CardLinks } from "../askback-context.ts";
import type { InquiryCard } from "../data/inquiry/inquiry-card.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { MenuButton } from "../ui/menu-button.tsx";

interface CardMenuProps {
  readonly card: InquiryCard;
  readonly links: CardLinks;
  onShortcuts(): void;
}

/** A menu that copies the question, or a link to it, and shows the shortcuts. */
export function CardMenu({ card: { inquiry }, links, onShortcuts }: CardMenuProps) {
  const t = useTranslation();
  const { inquiry: link } = links;
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => announce(t("card.copied"), "polite"),
      // Without a clipboard the text can still be selected on the card.
      () => undefined,
    );
  };
  const actions = [
    { label: t("card.copyQuestion"), onAction: () => copy(inquiryToText(inquiry)) },
    { label: t("card.copyMarkdown"), onAction: () => copy(inquiryToMarkdown(inquiry)) },
    ...(link === undefined ? [] : [{ label: t("card.copyLink"), onAction: () => copy(link) }]),
    { label: t("card.shortcuts"), onAction: onShortcuts },
  ];
  return <MenuButton actions={actions} label={t("card.menu")} />;
}

type Asked = Pick<Inquiry, "context" | "questions">;

/** An inquiry as plain text, with the numbers that answer it beside its options. */
export function inquiryToText({ context, questions }: Asked): string {
  const asked = questions.map(({ text, options }) =>
    [
      text,
      ...options.map(({ label, description }, index) => `${index + 1}. ${withDescription(label, description)}`),
    ].join("\n"),
  );
  return neutralise([...(context === undefined ? [] : [context]), ...asked].join("\n\n"));
}

/** An inquiry as markdown. */
export function inquiryToMarkdown({ context, questions }: Asked): string {
  const asked = questions.map(({ header, text, options }) => {
    const items = options.map(({ label, description }) => `- ${withDescription(`**${label}**`, description)}`);
    return [...(header === undefined ? [] : [`### ${header}`]), text, items.join("\n")].filter(Boolean).join("\n\n");
  });
  return neutralise([...(context === undefined ? [] : [context]), ...asked].join("\n\n"));
}

function withDescription(label: string, description: string | undefined): string {
  return description === undefined ? label : `${label}: ${description}`;
}
