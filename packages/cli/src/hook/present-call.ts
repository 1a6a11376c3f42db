import type { AskInquiry } from "@askback/core/wire";
import type { HookedCall } from "./call.ts";

type Presentation = NonNullable<NonNullable<AskInquiry["approval"]>["presentation"]>;

const longestTitle = 200;
const longestCommand = 10_000;
const longestDiff = 100_000;

/** How people are shown the calls of tools that everybody has; the exact input is shown beside it in any case. */
export function presentCall({ tool, input }: HookedCall): Presentation | undefined {
  const text = (name: string, longest: number) => {
    const value = input[name];
    return typeof value === "string" && value !== "" && value.length <= longest ? value : undefined;
  };
  const file = text("file_path", longestTitle - 20);
  switch (tool) {
    case "Bash": {
      const command = text("command", longestCommand);
      const title = text("description", longestTitle);
      return command === undefined ? undefined : { command, ...(title !== undefined && { title }) };
    }
    case "Edit": {
      const before = text("old_string", longestDiff);
      const after = text("new_string", longestDiff);
      if (file === undefined || before === undefined || after === undefined) return undefined;
      return { title: `Edit ${file}`, diff: { before, after } };
    }
    case "Write":
      return file === undefined ? undefined : { title: `Write ${file}` };
    default:
      return undefined;
  }
}
