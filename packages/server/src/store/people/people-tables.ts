/**
 * The tables of people and credentials, for both databases; `id` is the type of a column that is compared by its bytes.
 * The person and the project of a server that was never told of others are there from the start.
 */
export function createPeopleTables(id: string): string {
  return `
    create table people (
      id ${id} primary key,
      name text not null,
      email text,
      avatar text,
      created_at bigint not null,
      disabled_at bigint
    );
    create table projects (
      id ${id} primary key,
      name text not null,
      created_at bigint not null
    );
    -- A row stays when somebody leaves: what they did is shown under their name.
    create table members (
      project ${id} not null,
      person ${id} not null references people (id),
      role text not null,
      joined_at bigint not null,
      left_at bigint,
      primary key (project, person)
    );
    create index members_by_person on members (person);
    create table person_groups (
      project ${id} not null,
      name ${id} not null,
      primary key (project, name)
    );
    create table group_members (
      project ${id} not null,
      name ${id} not null,
      person ${id} not null,
      primary key (project, name, person)
    );
    create index group_members_by_person on group_members (person);
    create table invitations (
      id ${id} primary key,
      hash ${id} not null unique,
      project ${id} not null,
      role text not null,
      groups_json text not null,
      email text,
      invited_by text not null,
      created_at bigint not null,
      expires_at bigint not null,
      accepted_by text,
      revoked boolean not null default false
    );
    create index invitations_of_project on invitations (project, created_at);
    create table identities (
      issuer ${id} not null,
      subject ${id} not null,
      person ${id} not null references people (id),
      primary key (issuer, subject)
    );
    create table sign_in_links (
      hash ${id} primary key,
      person ${id} not null,
      created_at bigint not null,
      expires_at bigint not null
    );
    create index sign_in_links_by_age on sign_in_links (expires_at);
    create table sessions (
      id ${id} primary key,
      person ${id} not null,
      project text,
      device text not null,
      created_at bigint not null,
      last_seen_at bigint not null,
      expires_at bigint not null,
      hash ${id} not null unique,
      rotated_at bigint not null,
      previous_hash ${id} unique,
      confirmed_at bigint
    );
    create index sessions_of_person on sessions (person);
    create index sessions_by_age on sessions (expires_at);
    create table api_keys (
      id ${id} primary key,
      name text not null,
      project ${id} not null,
      scopes text not null,
      hash text not null,
      created_by text not null,
      created_at bigint not null,
      expires_at bigint,
      last_used_at bigint,
      revoked_at bigint
    );
    create index api_keys_of_project on api_keys (project, created_at);
    insert into people (id, name, created_at) values ('owner', 'Owner', 0);
    insert into projects (id, name, created_at) values ('default', 'Default', 0);
    insert into members (project, person, role, joined_at) values ('default', 'owner', 'owner', 0);`;
}

/** The names that groups had before, so that what names one still means it. */
export function formerGroupNames(id: string) {
  return {
    title: "the former names of groups",
    isSafeUnderOlder: true,
    sql: `create table former_group_names (
      project ${id} not null,
      former ${id} not null,
      name ${id} not null,
      primary key (project, former)
    );
    create index former_group_names_by_name on former_group_names (project, name);`,
  } as const;
}
