import type { Option } from "@askback/core/wire";

/** How many options get what: a list, a list with a filter, or a list that scrolls by itself. */
export function listingOf(count: number): "plain" | "filtered" | "scrolling" {
  if (count <= 7) return "plain";
  return count <= 20 ? "filtered" : "scrolling";
}

/** The options that match what is sought; what is picked stays in sight. */
export function matchingOptions(
  options: readonly Option[],
  sought: string,
  picked: readonly string[],
): readonly Option[] {
  const wanted = folded(sought).split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const text = folded(`${option.label} ${option.description ?? ""}`);
    return picked.includes(option.id) || wanted.every((word) => text.includes(word));
  });
}

/** Without case and accents, as people type when they look for something. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
