import type { Contact, ContactStore } from "../../store/contacts.ts";
import type { Reader } from "../../store/notifications.ts";

interface Batch {
  readonly people: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Contact>>;
}

/** Reads what a person chose. What is asked for in the same turn, such as for deliveries claimed together, is one read for each project. */
export function createContactOf({
  ofPeople,
}: Pick<ContactStore, "ofPeople">): (whose: Reader) => Promise<Contact | undefined> {
  const open = new Map<string, Batch>();

  function openBatch(project: string): Batch {
    const people = new Set<string>();
    const read = async () => {
      open.delete(project);
      const contacts = await ofPeople(project, [...people]);
      return new Map(contacts.map((contact) => [contact.person, contact]));
    };
    const batch = { people, found: Promise.resolve().then(read) };
    open.set(project, batch);
    return batch;
  }

  return async ({ project, person }) => {
    const { people, found } = open.get(project) ?? openBatch(project);
    people.add(person);
    return (await found).get(person);
  };
}
