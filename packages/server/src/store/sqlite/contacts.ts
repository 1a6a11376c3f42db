import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { type Contact, type ContactStore, maxSubscriptions, toContact } from "../contacts.ts";
import type { Reader } from "../notifications.ts";
import type { GroupCommit } from "./commit/group-commit.ts";

export function createContacts(db: DatabaseSync, group: GroupCommit, clock: Clock): ContactStore {
  const select = db.prepare("select record from contacts where project = ? and person = ?");
  const selectSubscriptions = db.prepare(
    "select record, created_at from push_subscriptions where project = ? and person = ? order by created_at, id",
  );
  const selectPeople = db.prepare(
    `select person from contacts where project = ?1
     union select person from push_subscriptions where project = ?1 order by person`,
  );
  const upsert = db.prepare(
    `insert into contacts (project, person, record, updated_at) values (?, ?, ?, ?)
     on conflict do update set record = excluded.record, updated_at = excluded.updated_at`,
  );
  const removeEndpoint = db.prepare(
    "delete from push_subscriptions where endpoint = ?3 and (person <> ?2 or project = ?1)",
  );
  const insertSubscription = db.prepare(
    "insert into push_subscriptions (id, project, person, endpoint, record, created_at) values (?, ?, ?, ?, ?, ?)",
  );
  const removeOldest = db.prepare(
    `delete from push_subscriptions where id in (
       select id from push_subscriptions where project = ? and person = ?
       order by created_at desc, id desc limit -1 offset ${maxSubscriptions})`,
  );
  const removeOfSession = db.prepare(
    "delete from push_subscriptions where person = ?1 and (?2 is null or record ->> '$.session' = ?2)",
  );
  const moveToSession = db.prepare(
    "update push_subscriptions set record = json_set(record, '$.session', ?3) where person = ?1 and record ->> '$.session' = ?2",
  );
  const removeSubscription = db.prepare("delete from push_subscriptions where project = ? and person = ? and id = ?");

  function find({ project, person }: Reader): Contact | undefined {
    const row = select.get(project, person);
    const subscriptions = selectSubscriptions.all(project, person);
    return row || subscriptions.length > 0 ? toContact({ project, person }, row, subscriptions) : undefined;
  }

  return {
    find: async (person) => find(person),
    ofPeople: async (project, people) => people.flatMap((person) => find({ project, person }) ?? []),
    people: async (project) => selectPeople.all(project).map(({ person }) => String(person)),
    save: ({ project, person }, contact) =>
      group.write(() => void upsert.run(project, person, JSON.stringify(contact), clock.now())),
    addSubscription: ({ project, person }, subscription) =>
      group.write(() => {
        removeEndpoint.run(project, person, subscription.endpoint);
        const { id, endpoint } = subscription;
        insertSubscription.run(id, project, person, endpoint, JSON.stringify(subscription), clock.now());
        removeOldest.run(project, person);
      }),
    removeSubscription: ({ project, person }, id) =>
      group.write(() => void removeSubscription.run(project, person, id)),
    removeSubscriptionsOf: (person, session) => group.write(() => void removeOfSession.run(person, session ?? null)),
    moveSubscriptions: ({ person, from, to }) => group.write(() => void moveToSession.run(person, from, to)),
  };
}
