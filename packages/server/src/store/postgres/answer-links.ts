import type { Clock } from "../../clock.ts";
import { type AnswerLinkStore, linksPerDelete, rowToAnswerLink } from "../answer-links.ts";
import type { Database } from "./connection/database.ts";
import { nowSql, withoutNul } from "./connection/sql-values.ts";

export function createAnswerLinks(database: Database, clock?: Clock): AnswerLinkStore {
  const insert = database.prepared(
    "askback_create_answer_link",
    `insert into answer_links (hash, inquiry_id, project, person, created_at, expires_at)
     select $1, found.id, $3, $4, now, now + $5::bigint
     from (select ${nowSql("$6")} as now) as clock
     cross join lateral (select id from inquiries where id = $2 for key share) as found`,
  );
  const select = database.prepared("askback_answer_link", "select * from answer_links where hash = $1");
  const use = database.prepared(
    "askback_use_answer_link",
    `update answer_links set used_at = ${nowSql("$2")} where hash = $1 and used_at is null returning hash`,
  );
  const deleteExpired = database.prepared(
    "askback_delete_answer_links",
    `with old as materialized (
       select hash from answer_links where expires_at < ${nowSql("$2")} - $1::bigint
       order by expires_at limit ${linksPerDelete} for update skip locked
     ),
     deleted as (delete from answer_links using old where answer_links.hash = old.hash)
     select count(*) as count from old`,
  );
  const now = () => clock?.now() ?? null;

  return {
    async create({ hash, inquiryId, project, person, lifetimeMs }) {
      await insert([hash, inquiryId, project, person, lifetimeMs, now()]);
    },
    async find(hash) {
      const [row] = await select([withoutNul(hash)]);
      return row && rowToAnswerLink(row);
    },
    use: async (hash) => (await use([hash, now()])).length === 1,
    async deleteExpired(ageMs) {
      for (let count = linksPerDelete; count === linksPerDelete; )
        count = Number((await deleteExpired([ageMs, now()]))[0]?.count);
    },
  };
}
