export { fileTypes, version } from "@askback/core";
export { checkAudiences } from "./check-audiences.ts";
export { checkMcp } from "./check-mcp.ts";
export { checkSlack } from "./check-slack.ts";
export type { UnavailableAgent } from "./configured-agents.ts";
export { configureAgents } from "./configured-agents.ts";
export { demo } from "./demo/demo.ts";
export type { FailureEntry } from "./failure-entry.ts";
export { createKeys, type KeySettings, type Keys, owner } from "./http/access/api-keys.ts";
export type { Scope } from "./http/access/principal.ts";
export type { OidcSettings } from "./http/people/oidc/oidc-client.ts";
export type { Address, Channel, Delivery, Digest, SettledDelivery } from "./notify/deliver/channel.ts";
export type { NotificationSettings } from "./notify/deliver/notifier.ts";
export type { Sent } from "./notify/notice-sender.ts";
export { receiverName, type WebhookReceiver } from "./notify/webhook/webhook-keys.ts";
export {
  checkPostgres,
  createPostgresArchive,
  createPostgresAuditAccess,
  createPostgresRetention,
  createPostgresStore,
  explainConnectionError,
  migratePostgres,
  readDatabaseTime,
  readSharedSecret,
  startNewPostgresHistory,
} from "./postgres.ts";
export type { AgentDefinition } from "./runtime/agent.ts";
export { checkModelKey, ModelSetupError, type ProviderSettings } from "./runtime/model/model-by-name.ts";
export { createScriptedModel, type Script, type ScriptedReply } from "./runtime/model/scripted-model.ts";
export type { McpServer } from "./runtime/tool/mcp-tools.ts";
export { defineTool, type Tool, type ToolContext } from "./runtime/tool/tool.ts";
export { type RunningServer, type ServerOptions, startServer } from "./server.ts";
export type { ServerLog } from "./server-log.ts";
export { sha256Of } from "./sha256.ts";
export {
  type Archive,
  type ArchiveHeader,
  ArchiveRefused,
  type NumberedRecord,
  type RecordType,
} from "./store/archive/archive.ts";
export { readArchive, toArchiveLine } from "./store/archive/archive-format.ts";
export type { AuditChain, AuditReader, ChainedEntry } from "./store/audit/audit.ts";
export { type AuditFormat, auditFormats, auditText } from "./store/audit/audit-text.ts";
export { type AuditAccess, verifyAudit } from "./store/audit/audit-verify.ts";
export { type Finding, failed, ok, warning } from "./store/check-finding.ts";
export type { Contact } from "./store/contacts.ts";
export { MigrationRefused, type MigrationReport } from "./store/migration.ts";
export type { PruneStep, Retention } from "./store/retention.ts";
export { readFolderTime } from "./store/sqlite/clock/folder-clock.ts";
export { migrateSqlite } from "./store/sqlite/data-folder.ts";
export { DataFolderDamaged } from "./store/sqlite/disk/damage.ts";
export { createSqliteArchive } from "./store/sqlite/operate/archive.ts";
export { createSqliteAuditAccess } from "./store/sqlite/operate/audit.ts";
export { copyDatabase } from "./store/sqlite/operate/backup.ts";
export { checkSqlite } from "./store/sqlite/operate/check-sqlite.ts";
export { restoreDatabase, startNewSqliteHistory } from "./store/sqlite/operate/restore.ts";
export { createSqliteRetention } from "./store/sqlite/operate/retention.ts";
export { createSqliteStore } from "./store/sqlite/store.ts";
export type { Store } from "./store/store.ts";
export type { StoreUnavailable } from "./store/store-unavailable.ts";
