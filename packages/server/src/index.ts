export { demo } from "./demo/demo.ts";
export { createKeys, type KeySettings, type Keys, owner, sha256Of } from "./http/keys.ts";
export type { Scope } from "./http/principal.ts";
export { signInPath } from "./http/sign-in-routes.ts";
export type { AgentDefinition } from "./runtime/agent.ts";
export { checkModelKey, type ProviderSettings } from "./runtime/model/model-by-name.ts";
export { createScriptedModel, type Script, type ScriptedReply } from "./runtime/model/scripted-model.ts";
export type { McpServer } from "./runtime/tool/mcp-tools.ts";
export { defineTool, type Tool, type ToolContext } from "./runtime/tool/tool.ts";
export { type RunningServer, type ServerLog, type ServerOptions, startServer } from "./server.ts";
export {
  type Archive,
  type ArchiveHeader,
  ArchiveRefused,
  type NumberedRecord,
  type RecordType,
} from "./store/archive.ts";
export { archiveLine, readArchive } from "./store/archive-format.ts";
export { type Finding, failed, ok, warning } from "./store/finding.ts";
export { MigrationRefused, type MigrationReport } from "./store/migration.ts";
export { checkPostgres } from "./store/postgres/checkup.ts";
export { migratePostgres } from "./store/postgres/migrate.ts";
export { createPostgresArchive } from "./store/postgres/postgres-archive.ts";
export { createPostgresRetention } from "./store/postgres/postgres-retention.ts";
export { createPostgresStore } from "./store/postgres/postgres-store.ts";
export { readSharedSecret } from "./store/postgres/shared-secret.ts";
export { wordsForUnreachable } from "./store/postgres/unreachable.ts";
export type { PruneStep, Retention } from "./store/retention.ts";
export { checkSqlite } from "./store/sqlite/checkup.ts";
export { migrateSqlite } from "./store/sqlite/migrate-folder.ts";
export { createSqliteArchive } from "./store/sqlite/sqlite-archive.ts";
export { createSqliteRetention } from "./store/sqlite/sqlite-retention.ts";
export { createSqliteStore } from "./store/sqlite/sqlite-store.ts";
export type { Store } from "./store/store.ts";
