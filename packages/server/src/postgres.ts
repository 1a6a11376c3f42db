import type { Archive } from "./store/archive.ts";
import type { AuditAccess } from "./store/audit/audit-verify.ts";
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

type Loaded<Name extends keyof typeof load> = Awaited<ReturnType<(typeof load)[Name]>>;
type DatabaseUrls = Parameters<Loaded<"archive">["createPostgresArchive"]>[0];

export const createPostgresStore = async (
  ...args: Parameters<Loaded<"store">["createPostgresStore"]>
): Promise<Store> => (await load.store()).createPostgresStore(...args);

export const checkPostgres: Loaded<"check">["checkPostgres"] = async (...args) =>
  (await load.check()).checkPostgres(...args);

export const migratePostgres: Loaded<"migrate">["migratePostgres"] = async (...args) =>
  (await load.migrate()).migratePostgres(...args);

export const readDatabaseTime: Loaded<"clock">["readDatabaseTime"] = async (...args) =>
  (await load.clock()).readDatabaseTime(...args);

export const readSharedSecret: Loaded<"secret">["readSharedSecret"] = async (...args) =>
  (await load.secret()).readSharedSecret(...args);

export const startNewPostgresHistory: Loaded<"history">["startNewPostgresHistory"] = async (...args) =>
  (await load.history()).startNewPostgresHistory(...args);

/** What to do about a database that cannot be used. */
export const explainConnectionError = async (
  error: unknown,
): Promise<ReturnType<Loaded<"errors">["explainConnectionError"]>> =>
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
