import pg from "pg";
import type { Cluster } from "../../test/support/postgres-cluster.ts";

/** What a database on a machine of its own is given; durability is PostgreSQL's default. */
export const settings = {
  fsync: "on",
  synchronous_commit: "on",
  shared_buffers: "2GB",
  max_wal_size: "8GB",
  checkpoint_timeout: "15min",
  // So that millions of rows can be made without being written twice, and are not all read again a minute later.
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum_vacuum_insert_threshold: "-1",
};

/** Does something with one connection. */
export async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An empty database; an earlier one of the name is dropped. Gives its URL. */
export async function freshDatabase(cluster: Cluster, name: string): Promise<string> {
  await withClient(cluster.url(), async (client) => {
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
  });
  return cluster.url(name);
}

/** The tables of the floor: no more than hand-written SQL needs for the same cycle. */
export async function createFloorTables(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`
      create table conversations (id text collate "C" primary key, version integer, state text) with (fillfactor = 70);
      create table events (position bigint generated always as identity primary key, conversation_id text, event text);
      create table messages (conversation_id text collate "C", number integer, message text, primary key (conversation_id, number));`),
  );
}
