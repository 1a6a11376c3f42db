import pg from "pg";
import type { Cluster } from "../../test/harness/postgres/postgres-cluster.ts";

/** The settings of a dedicated database server; durability is the default of PostgreSQL. */
export const settings = {
  fsync: "on",
  synchronous_commit: "on",
  shared_buffers: "2GB",
  max_wal_size: "8GB",
  checkpoint_timeout: "15min",
  // Millions of rows are inserted without the WAL, and are not vacuumed right afterwards.
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum_vacuum_insert_threshold: "-1",
};

export async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates an empty database, in place of an earlier one of the name; returns its URL. */
export async function freshDatabase(cluster: Cluster, name: string): Promise<string> {
  await withClient(cluster.url(), async (client) => {
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
  });
  return cluster.url(name);
}

/** The tables that hand-written SQL needs for the same cycle. */
export async function createFloorTables(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`
      create table conversations (id text collate "C" primary key, version integer, state text) with (fillfactor = 70);
      create table events (position bigint generated always as identity primary key, conversation_id text, event text);
      create table messages (conversation_id text collate "C", number integer, message text, primary key (conversation_id, number));`),
  );
}
