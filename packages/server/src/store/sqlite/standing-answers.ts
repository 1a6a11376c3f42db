import type { DatabaseSync } from "node:sqlite";
import {
  maxStanding,
  rowToStanding,
  type StandingStore,
  standingColumns,
  standingValues,
  withoutWordsSql,
} from "../standing-answers.ts";
import type { AppendAudit } from "./audit.ts";
import type { GroupCommit } from "./commit/group-commit.ts";
import { markForScrub } from "./scrub.ts";

export function createStanding(db: DatabaseSync, group: GroupCommit, appendAudit: AppendAudit): StandingStore {
  const insert = db.prepare(`insert into standing_answers (${standingColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const selectEqual = db.prepare(
    "select 1 from standing_answers where project = ? and agent = ? and fingerprint = ? and revoked_at is null",
  );
  const count = db.prepare("select count(*) as count from standing_answers where project = ? and revoked_at is null");
  const revoke = db.prepare(
    `update standing_answers set revoked_at = ?, revoked_by = ?, ${withoutWordsSql} where id = ? and revoked_at is null`,
  );
  const select = db.prepare("select * from standing_answers where id = ? and revoked_at is null");
  const selectList = db.prepare(
    `select * from standing_answers where project = ? and revoked_at is null order by at desc, id`,
  );
  const selectOfAgent = db.prepare(
    `select * from standing_answers where project = ? and agent = ? and revoked_at is null order by at desc, id`,
  );
  return {
    make: (record, audit) =>
      group.write(() => {
        const { project, agent, fingerprint } = record;
        if (selectEqual.get(project, agent, fingerprint)) return "exists";
        if (Number(count.get(project)?.count) >= maxStanding) return "full";
        insert.run(...standingValues(record));
        appendAudit([audit]);
        return "made";
      }),
    revoke: (id, audit) =>
      group.write(() => {
        const isRevoked = revoke.run(audit.at, audit.by ?? null, id).changes === 1;
        if (!isRevoked) return false;
        db.exec(markForScrub);
        appendAudit([audit]);
        return true;
      }),
    async find(id) {
      const row = select.get(id);
      return row && rowToStanding(row);
    },
    list: async (project) => selectList.all(project).map(rowToStanding),
    ofAgent: async (project, agent) => selectOfAgent.all(project, agent).map(rowToStanding),
  };
}
