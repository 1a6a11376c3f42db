import * as z from "zod";

/** An object with these fields only; an error lists them, or gives the remark on the unknown field. */
export function object<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  remarks: ReadonlyMap<string, string> = new Map(),
) {
  const fields = `it can have ${Object.keys(shape).join(", ")}`;
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== "unrecognized_keys") return undefined;
      const [first = ""] = issue.keys;
      return `has ${issue.keys.map((field) => `\`${field}\``).join(", ")}; ${remarks.get(first) ?? fields}`;
    },
  });
}
