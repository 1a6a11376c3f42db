import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";

type Asked = Pick<Inquiry, "context" | "questions">;

/** An inquiry as plain text to paste anywhere: options have the numbers by which they can be answered. */
export function inquiryToText({ context, questions }: Asked): string {
  const asked = questions.map(({ text, options }) =>
    [
      text,
      ...options.map(({ label, description }, index) => `${index + 1}. ${withDescription(label, description)}`),
    ].join("\n"),
  );
  return neutralise([...(context === undefined ? [] : [context]), ...asked].join("\n\n"));
}

/** The same as markdown. */
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
