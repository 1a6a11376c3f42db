import type { Archive } from "./store/archive/archive.ts";
import type { AuditAccess } from "./store/audit/audit-verify.ts";
import type { readDatabaseTime as ReadDatabaseTime } from "./store/postgres/cluster/database-clock.ts";
import type { startNewPostgresHistory as StartNewPostgresHistory } from "./store/postgres/cluster/history.ts";
import type { readSharedSecret as ReadSharedSecret } from "./store/postgres/cluster/secret.ts";
import type { explainConnectionError as ExplainConnectionError } from "./store/postgres/connection/pg-errors.ts";
import type { createPostgresArchive as CreatePostgresArchive } from "./store/postgres/operate/archive.ts";
import type { checkPostgres as CheckPostgres } from "./store/postgres/operate/check-postgres.ts";
import type { migratePostgres as MigratePostgres } from "./store/postgres/operate/migrate.ts";
import type { createPostgresStore as CreatePostgresStore } from "./store/postgres/store.ts";
import type { Retention } from "./store/retention.ts";
import type { Store } from "./store/store.ts";

/**
 * What the package exports for PostgreSQL. The store and its driver are loaded by the first call, so that a server on
 * SQLite starts without them.
 */
const load = {
  archive: () => import("./store/postgres/operate/archive.ts"),
  audit: () => import("./store/postgres/operate/audit.ts"),
  check: () => import("./store/postgres/operate/check-postgres.ts"),
  clock: () => import("./store/postgres/cluster/database-clock.ts"),
  errors: () => import("./store/postgres/connection/pg-errors.ts"),
  history: () => import("./store/postgres/cluster/history.ts"),
  migrate: () => import("./store/postgres/operate/migrate.ts"),
  retention: () => import("./store/postgres/operate/retention.ts"),
  secret: () => import("./store/postgres/cluster/secret.ts"),
  store: () => import("./store/postgres/store.ts"),
};

type DatabaseUrls = Parameters<typeof CreatePostgresArchive>[0];

export const createPostgresStore = async (...args: Parameters<typeof CreatePostgresStore>): Promise<Store> =>
  (await load.store()).createPostgresStore(...args);

export const checkPostgres: typeof CheckPostgres = async (...args) => (await load.check()).checkPostgres(...args);

export const migratePostgres: typeof MigratePostgres = async (...args) =>
  (await load.migrate()).migratePostgres(...args);

export const readDatabaseTime: typeof ReadDatabaseTime = async (...args) =>
  (await load.clock()).readDatabaseTime(...args);

export const readSharedSecret: typeof ReadSharedSecret = async (...args) =>
  (await load.secret()).readSharedSecret(...args);

export const startNewPostgresHistory: typeof StartNewPostgresHistory = async (...args) =>
  (await load.history()).startNewPostgresHistory(...args);

/** What to do about a database that cannot be used. */
export const explainConnectionError = async (error: unknown): Promise<ReturnType<typeof ExplainConnectionError>> =>
  (await load.errors()).explainConnectionError(error);

export function createPostgresArchive(urls: DatabaseUrls): Archive {
  const opened = async () => (await load.archive()).createPostgresArchive(urls);
  return {
    async *read() {
      yield* (await opened()).read();
    },
    write: async (header, records) => (await opened()).write(header, records),
  };
}

export function createPostgresAuditAccess(urls: DatabaseUrls): AuditAccess {
  return { open: async () => (await load.audit()).createPostgresAuditAccess(urls).open() };
}

export function createPostgresRetention(urls: DatabaseUrls): Retention {
  const opened = async () => (await load.retention()).createPostgresRetention(urls);
  return {
    async *pruneConversations(request) {
      yield* (await opened()).pruneConversations(request);
    },
    async *pruneLog(request) {
      yield* (await opened()).pruneLog(request);
    },
  };
}
