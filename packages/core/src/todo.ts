/** One thing the agent means to do. */
export interface Todo {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
}
