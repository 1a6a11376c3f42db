/** By this name `askback migrate` knows connections of servers. */
export const applicationName = "askback";

/** A URL without a name for its connections: the driver would let it win over ours. */
export function withoutName(url: string): string {
  return url.replaceAll(/(?<=[?&])(?:fallback_)?application_name=[^&#]*&?/g, "");
}
