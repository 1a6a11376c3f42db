// biome-ignore lint/suspicious/noExplicitAny: blocks have many forms
type Block = any;

/** What Slack would refuse in blocks, by the limits of its reference; undefined where there is nothing. */
export function checkBlocks(blocks: readonly Block[]): string | undefined {
  if (blocks.length > 50) return `${blocks.length} blocks`;
  const ids = blocks.flatMap(({ block_id }) => block_id ?? []);
  if (new Set(ids).size < ids.length) return "a block_id is there twice";
  return blocks.map(wrongIn).find((wrong) => wrong !== undefined);
}

function wrongIn(block: Block): string | undefined {
  switch (block.type) {
    case "section":
      return sized("section", block.text?.text, 3_000);
    case "context":
      return block.elements.length > 10
        ? "context elements"
        : firstOf(block.elements.map(({ text }: Block) => sized("context", text, 3_000)));
    case "actions": {
      const actions = block.elements.map(({ action_id }: Block) => action_id);
      if (block.elements.length < 1 || block.elements.length > 25) return "elements of actions";
      if (new Set(actions).size < actions.length) return "an action_id is there twice";
      return firstOf(
        block.elements.flatMap(({ text, value, url, action_id }: Block) => [
          sized("button", text?.text, 75),
          value === undefined ? undefined : sized("value", value, 2_000),
          url === undefined ? undefined : sized("url", url, 3_000),
          sized("action_id", action_id, 255),
        ]),
      );
    }
    case "input": {
      const { label, element, block_id } = block;
      return firstOf([
        sized("label", label?.text, 2_000),
        sized("block_id", block_id, 255),
        ...optionsWrong(element),
        element.max_length > 3_000 ? "max_length" : undefined,
      ]);
    }
    case "rich_text":
      return undefined;
    default:
      return `a block ${block.type}`;
  }
}

function optionsWrong({ type, options }: Block): readonly (string | undefined)[] {
  if (type === "plain_text_input") return [];
  if (options.length < 1 || options.length > 10) return [`${options.length} options`];
  return options.flatMap(({ text, value }: Block) => [sized("option", text?.text, 75), sized("value", value, 150)]);
}

function sized(what: string, text: unknown, max: number): string | undefined {
  const fits = typeof text === "string" && text.length >= 1 && text.length <= max;
  return fits ? undefined : `${what} of ${String(text).length}`;
}

function firstOf(found: readonly (string | undefined)[]): string | undefined {
  return found.find((wrong) => wrong !== undefined);
}
