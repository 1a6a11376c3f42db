import { type PartName, partNames } from "./commit-parts.ts";
import type { GroupRows } from "./commit-rows.ts";
import type { CommitShape } from "./commit-sql.ts";

const steps = ["events", "messages", "runs", "audit"] as const satisfies readonly PartName[];

/** Most commits write these parts. The list is short, since each connection keeps the plan of each statement that it has run, with 1 MB. */
const frequentParts: readonly (readonly PartName[])[] = [steps, [...steps, "inquiries", "raised", "settled"]];

/** The statements for groups of commits, by name, from those that write least. */
export const shapeByName: ReadonlyMap<string, CommitShape> = new Map(
  [...frequentParts, partNames].flatMap((parts, index) =>
    [false, true].map((replies): [string, CommitShape] => [
      `askback_commit_${index}${replies ? "_with_replies" : ""}`,
      { parts, replies, erases: parts === partNames },
    ]),
  ),
);

/** The name of the first statement that can write all of a group. */
export function shapeFor(rows: GroupRows): string {
  const erases = rows.commits.some((row) => row.erases);
  const replies = rows.commits.some(({ commit }) => commit.reply !== undefined);
  const needed = partNames.filter((name) => rows[name].length > 0);
  const fits = (shape: CommitShape) =>
    (shape.erases || !erases) && shape.replies === replies && needed.every((name) => shape.parts.includes(name));
  for (const [name, shape] of shapeByName) if (fits(shape)) return name;
  throw new Error("no statement writes all of a commit");
}
