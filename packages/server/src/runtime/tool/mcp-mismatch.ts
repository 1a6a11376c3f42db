/** A server that can be reached does not have what the config says of it. */
export class McpMismatch extends Error {
  override readonly name = "McpMismatch";
}
