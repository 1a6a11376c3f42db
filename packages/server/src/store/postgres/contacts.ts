import type { Clock } from "../../clock.ts";
import { type Contact, type ContactStore, maxSubscriptions, toContact } from "../contacts.ts";
import type { Database } from "./connection/database.ts";
import { nowSql } from "./connection/sql-values.ts";

export function createContacts(database: Database, clock?: Clock): ContactStore {
  const select = database.prepared(
    "askback_contacts",
    "select person, record from contacts where project = $1 and person = any($2::text[])",
  );
  const selectSubscriptions = database.prepared(
    "askback_push_subscriptions",
    `select person, record, created_at from push_subscriptions where project = $1 and person = any($2::text[])
     order by created_at, id`,
  );
  const selectPeople = database.prepared(
    "askback_contact_people",
    `select person from contacts where project = $1
     union select person from push_subscriptions where project = $1 order by person`,
  );
  const upsert = database.prepared(
    "askback_save_contact",
    `insert into contacts (project, person, record, updated_at) values ($1, $2, $3, ${nowSql("$4")})
     on conflict (project, person) do update set record = excluded.record, updated_at = excluded.updated_at`,
  );
  const addSubscription = database.prepared(
    "askback_add_push_subscription",
    `with added as (
       insert into push_subscriptions (id, project, person, endpoint, record, created_at)
       values ($1, $2, $3, $4, $5, ${nowSql("$6")})
       on conflict (project, person, endpoint) do update
         set id = excluded.id, record = excluded.record, created_at = excluded.created_at
       returning endpoint
     ), others as (
       delete from push_subscriptions where endpoint = $4 and person <> $3
     )
     delete from push_subscriptions where id in (
       select id from push_subscriptions
       where project = $2 and person = $3 and endpoint not in (select endpoint from added)
       order by created_at desc, id desc offset ${maxSubscriptions - 1})`,
  );
  const removeSubscription = database.prepared(
    "askback_remove_push_subscription",
    "delete from push_subscriptions where project = $1 and person = $2 and id = $3",
  );
  const removeOfSession = database.prepared(
    "askback_remove_subscriptions_of_session",
    "delete from push_subscriptions where person = $1 and ($2::text is null or record::json ->> 'session' = $2)",
  );
  const moveToSession = database.prepared(
    "askback_move_push_subscriptions",
    `update push_subscriptions set record = jsonb_set(record::jsonb, '{session}', to_jsonb($3::text))::text
     where person = $1 and record::json ->> 'session' = $2`,
  );
  const now = () => clock?.now() ?? null;

  async function ofPeople(project: string, people: readonly string[]): Promise<readonly Contact[]> {
    const [rows, subscriptions] = await Promise.all([
      select([project, people]),
      selectSubscriptions([project, people]),
    ]);
    const rowByPerson = new Map(rows.map((row) => [row.person, row]));
    return people.flatMap((person) => {
      const row = rowByPerson.get(person);
      const own = subscriptions.filter((one) => one.person === person);
      return row || own.length > 0 ? [toContact({ project, person }, row, own)] : [];
    });
  }

  return {
    ofPeople,
    find: async ({ project, person }) => (await ofPeople(project, [person]))[0],
    people: async (project) => (await selectPeople([project])).map(({ person }) => String(person)),
    async save({ project, person }, contact) {
      await upsert([project, person, JSON.stringify(contact), now()]);
    },
    async addSubscription({ project, person }, subscription) {
      const { id, endpoint } = subscription;
      await addSubscription([id, project, person, endpoint, JSON.stringify(subscription), now()]);
    },
    async removeSubscription({ project, person }, id) {
      await removeSubscription([project, person, id]);
    },
    async removeSubscriptionsOf(person, session) {
      await removeOfSession([person, session ?? null]);
    },
    async moveSubscriptions({ person, from, to }) {
      await moveToSession([person, from, to]);
    },
  };
}
