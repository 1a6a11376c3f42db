import type { ApiKey, Credentials, Session, SignInLink, StoredScope } from "./credentials.ts";
import { optionalNumber, optionalText, parameters, type Row, type Statements } from "./statements.ts";

/** Links, sessions and keys in tables of either database. */
export function createCredentials({ read, readAccess, changeAccess, write }: Statements): Credentials {
  const has = async (changing: Promise<readonly Row[] | undefined>) => (await changing) !== undefined;
  return {
    async createLink({ hash, person, createdAt, expiresAt }) {
      await write("insert into sign_in_links (hash, person, created_at, expires_at) values ($1, $2, $3, $4)", [
        hash,
        person,
        createdAt,
        expiresAt,
      ]);
    },
    async link(hash, now) {
      const [row] = await read("select * from sign_in_links where hash = $1 and expires_at > $2", [hash, now]);
      return row && rowToLink(row);
    },
    async redeemLink(hash, now) {
      const sql = "delete from sign_in_links where hash = $1 and expires_at > $2 returning person";
      const [row] = await write(sql, [hash, now]);
      return row && String(row.person);
    },

    async createSession({ id, person, project, device, createdAt, expiresAt, hash }) {
      await write(
        `insert into sessions (id, person, project, device, created_at, last_seen_at, expires_at, hash, rotated_at, confirmed_at)
         values ($1, $2, $3, $4, $5, $5, $6, $7, $5, $5)`,
        [id, person, project, device, createdAt, expiresAt, hash],
      );
    },
    async session(hash) {
      const [row] = await readAccess("select * from sessions where hash = $1 or previous_hash = $1", [hash]);
      return row && rowToSession(row);
    },
    async sessionById(id) {
      const [row] = await readAccess("select * from sessions where id = $1", [id]);
      return row && rowToSession(row);
    },
    async sessions(person, now) {
      const sql = "select * from sessions where person = $1 and expires_at > $2 order by last_seen_at desc, id";
      return (await read(sql, [person, now])).map(rowToSession);
    },
    rotateSession: ({ id, from, to, at, expiresAt, lostBefore }) =>
      has(
        changeAccess({
          sql: `update sessions set hash = $3, previous_hash = $2, rotated_at = $4, confirmed_at = null, expires_at = $5, last_seen_at = $4
            where id = $1 and (hash = $2 or previous_hash = $2 and confirmed_at is null and rotated_at < $6) returning id`,
          values: [id, from, to, at, expiresAt, lostBefore],
          isRequired: true,
        }),
      ),
    async touchSession(hash, now) {
      await write(
        `update sessions set last_seen_at = $2, confirmed_at = case hash when $1 then coalesce(confirmed_at, $2) else confirmed_at end
         where hash = $1 or previous_hash = $1`,
        [hash, now],
      );
    },
    async chooseProject(id, project) {
      await changeAccess({ sql: "update sessions set project = $2 where id = $1", values: [id, project] });
    },
    endSession: (id) =>
      has(changeAccess({ sql: "delete from sessions where id = $1 returning id", values: [id], isRequired: true })),
    async endSessionsOf(person) {
      await changeAccess({ sql: "delete from sessions where person = $1", values: [person] });
    },

    async createKey({ id, name, project, scopes, hash, createdBy, createdAt, expiresAt }) {
      await write(
        `insert into api_keys (id, name, project, scopes, hash, created_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, name, project, JSON.stringify(scopes), hash, createdBy, createdAt, expiresAt],
      );
    },
    async apiKey(id) {
      const [row] = await readAccess("select * from api_keys where id = $1", [id]);
      return row && rowToKey(row);
    },
    async apiKeys(project) {
      const sql = "select * from api_keys where project = $1 and revoked_at is null order by created_at desc, id";
      return (await read(sql, [project])).map(rowToKey);
    },
    async answeringKeys(project, names, now) {
      if (names.length === 0) return [];
      const rows = await read(
        `select * from api_keys where project = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
         and name in (${parameters(names.length, 3)})`,
        [project, now, ...names],
      );
      const answering = rows.map(rowToKey).filter(({ scopes }) => scopes.includes("answer"));
      return [...new Set(answering.map(({ name }) => name))];
    },
    revokeKey: (project, id, now) =>
      has(
        changeAccess({
          sql: "update api_keys set revoked_at = $3 where project = $1 and id = $2 and revoked_at is null returning id",
          values: [project, id, now],
          isRequired: true,
        }),
      ),
    async touchKey(id, now) {
      await write("update api_keys set last_used_at = $2 where id = $1", [id, now]);
    },

    async deleteExpired(now) {
      await write("delete from sign_in_links where expires_at <= $1", [now]);
      await write("delete from sessions where expires_at <= $1", [now]);
    },
  };
}

function rowToLink(row: Row): SignInLink {
  return {
    hash: String(row.hash),
    person: String(row.person),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
  };
}

function rowToSession(row: Row): Session {
  return {
    id: String(row.id),
    person: String(row.person),
    project: optionalText(row.project),
    device: String(row.device),
    createdAt: Number(row.created_at),
    lastSeenAt: Number(row.last_seen_at),
    expiresAt: Number(row.expires_at),
    hash: String(row.hash),
    rotatedAt: Number(row.rotated_at),
    previousHash: optionalText(row.previous_hash),
    confirmedAt: optionalNumber(row.confirmed_at),
  };
}

function rowToKey(row: Row): ApiKey {
  return {
    id: String(row.id),
    name: String(row.name),
    project: String(row.project),
    scopes: JSON.parse(String(row.scopes)) as StoredScope[],
    hash: String(row.hash),
    createdBy: String(row.created_by),
    createdAt: Number(row.created_at),
    expiresAt: optionalNumber(row.expires_at),
    lastUsedAt: optionalNumber(row.last_used_at),
    revokedAt: optionalNumber(row.revoked_at),
  };
}
