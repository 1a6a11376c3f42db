/** The secrets of a conversation that has none. */
export function noSecret(): Promise<string> {
  return Promise.reject(new Error("there is no secret"));
}
