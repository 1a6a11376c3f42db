import { defaultSchema } from "rehype-sanitize";

/** The elements that an agent's markdown may become: no images, which could tell others who reads, and no HTML. */
export const allowedElements = [
  "p",
  "br",
  "em",
  "strong",
  "del",
  "code",
  "pre",
  "ul",
  "ol",
  "li",
  "blockquote",
  "hr",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "a",
] as const;

export const sanitizeSchema = {
  ...defaultSchema,
  tagNames: [...allowedElements],
  attributes: { a: ["href"], code: [["className", /^language-./]], ol: ["start"], th: ["align"], td: ["align"] },
  protocols: { href: ["https", "mailto"] },
} satisfies typeof defaultSchema;
