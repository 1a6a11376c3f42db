/** Settings of a reader; an app that embeds the components may set them instead. */
export interface Settings {
  /** Whether a new card may take the focus: when nobody is busy, never, or always. */
  readonly focus: "polite" | "never" | "always";
  /** Whether one tap may answer if the rules allow it. */
  readonly oneTap: boolean;
  /** Several questions one at a time, or all on one page. */
  readonly questions: "stepped" | "stacked";
  readonly shortcuts: boolean;
  readonly verbosity: "brief" | "normal";
}

export const defaultSettings: Settings = {
  focus: "polite",
  oneTap: true,
  questions: "stepped",
  shortcuts: true,
  verbosity: "normal",
};
