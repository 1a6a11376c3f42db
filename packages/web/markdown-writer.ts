/** Stands for the modules that write Markdown, which mdast-util-gfm imports and the app, which only reads it, never calls. */
export const defaultHandlers = {};

export function markdownTable(): never {
  throw new Error("The app does not write Markdown.");
}
