import { type Migration, migrations } from "../../packages/server/src/store/postgres/schema/schema.ts";

/** `askback` of a later version with one more migration, which servers of this version tolerate. */
(migrations as Migration[]).push({
  title: "a shade for conversations",
  isSafeUnderOlder: true,
  sql: `alter table conversations add column shade text;
    create index conversations_by_shade on conversations (shade) where shade is not null;
    alter table events add column shade text not null default 'plain';`,
});
await import("../../packages/cli/src/main.ts");
