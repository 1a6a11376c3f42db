import type { Client } from "@askback/client";

/** What somebody did, with the name of a person in the place of their id; the id of a key is its name. */
export async function named<Deed extends { readonly by?: string | undefined }>(
  client: Pick<Client, "people">,
  deed: Deed,
): Promise<Deed> {
  const { by } = deed;
  if (!by?.startsWith("per_")) return deed;
  const found = await client.people([by]);
  const name = found.ok ? found.value.items[0]?.name : undefined;
  return name === undefined ? deed : { ...deed, by: name };
}
