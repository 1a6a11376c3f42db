/** The URL with a schema to work in, and time to connect on a machine that is busy with other tests. */
export function inSchema(url: string, schema: string): string {
  return `${url}?connect_timeout=30&options=-c%20search_path%3D${schema}`;
}
