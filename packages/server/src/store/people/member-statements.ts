import type { Group, Identity, Invited, NewMember, Role } from "./directory.ts";
import type { Statement } from "./statements.ts";

export const isMember = "left_at is null";

/** Whether a project has another owner than a person, both given in SQL, who can sign in. */
function hasOtherOwner(project: string, person: string): string {
  return `exists (select 1 from members o join people op on op.id = o.person
    where o.project = ${project} and o.person <> ${person} and o.role = 'owner' and o.${isMember} and op.disabled_at is null)`;
}

// Two owners who remove or disable each other wait for each other at the rows of their projects.
const lockProject = "update projects set name = name where id = $1";
const lockOwned = `update projects set name = name
  where id in (select project from members where person = $1 and role = 'owner' and ${isMember})`;

/** The statements that change a role; the last one finds no row where the project would have no owner, or nobody is a member. */
export function changeRole(project: string, person: string, role: Role): readonly Statement[] {
  return [
    { sql: lockProject, values: [project] },
    {
      sql: `update members set role = $3 where project = $1 and person = $2 and ${isMember}
        and (role <> 'owner' or $3 = 'owner' or ${hasOtherOwner("$1", "$2")}) returning person`,
      values: [project, person, role],
      isRequired: true,
    },
  ];
}

/** The statements by which somebody leaves a project, on the same condition. */
export function removeMember(project: string, person: string, at: number): readonly Statement[] {
  return [
    { sql: lockProject, values: [project] },
    {
      sql: `update members set left_at = $3 where project = $1 and person = $2 and ${isMember}
        and (role <> 'owner' or ${hasOtherOwner("$1", "$2")}) returning person`,
      values: [project, person, at],
      isRequired: true,
    },
    { sql: "delete from group_members where project = $1 and person = $2", values: [project, person] },
  ];
}

/** The statements that disable somebody, unless a project would have no owner who can sign in. */
export function disablePerson(person: string, at: number): readonly Statement[] {
  return [
    { sql: lockOwned, values: [person] },
    {
      sql: `update people set disabled_at = $2 where id = $1 and not exists (select 1 from members m
        where m.person = $1 and m.role = 'owner' and m.${isMember} and not ${hasOtherOwner("m.project", "$1")}) returning id`,
      values: [person, at],
      isRequired: true,
    },
  ];
}

/** The statements that make somebody a member of a project, which is created where nobody has yet. */
export function addMember(person: Invited, { project, role, groups, at }: NewMember): readonly Statement[] {
  return [
    ...("name" in person ? [insertPerson(person, at)] : []),
    {
      sql: "insert into projects (id, name, created_at) values ($1, $1, $2) on conflict (id) do nothing",
      values: [project, at],
    },
    {
      sql: `insert into members (project, person, role, joined_at) values ($1, $2, $3, $4)
        on conflict (project, person) do update set left_at = null, role = case
          when members.left_at is null and (members.role = 'owner' or excluded.role = 'viewer') then members.role
          else excluded.role end`,
      values: [project, person.id, role, at],
    },
    ...groups.flatMap((name) => [
      insertGroup(project, name),
      {
        sql: `insert into group_members (project, name, person)
          select $1, coalesce((select name from former_group_names where project = $1 and former = $2), $2), $3
          where true on conflict (project, name, person) do nothing`,
        values: [project, name, person.id],
      },
    ]),
  ];
}

function insertPerson({ id, name, email, avatar }: Extract<Invited, { readonly name: string }>, at: number): Statement {
  return {
    sql: "insert into people (id, name, email, avatar, created_at) values ($1, $2, $3, $4, $5)",
    values: [id, name, email, avatar && JSON.stringify(avatar), at],
  };
}

/** Creates a group, unless one has the name or had it before. */
function insertGroup(project: string, name: string): Statement {
  return {
    sql: `insert into person_groups (project, name) select $1, $2
      where not exists (select 1 from former_group_names where project = $1 and former = $2)
      on conflict (project, name) do nothing`,
    values: [project, name],
  };
}

/** Creates a group, or replaces its people by those of these who are members. */
export function saveGroup(project: string, { name, people }: Group): readonly Statement[] {
  return [
    { sql: "delete from former_group_names where project = $1 and former = $2", values: [project, name] },
    insertGroup(project, name),
    { sql: "delete from group_members where project = $1 and name = $2", values: [project, name] },
    ...people.map((person) => ({
      sql: `insert into group_members (project, name, person)
        select project, $2, person from members where project = $1 and person = $3 and ${isMember}
        on conflict (project, name, person) do nothing`,
      values: [project, name, person],
    })),
  ];
}

/** The statements that rename a group; the first finds no row where there is none, or the name is another one's. */
export function renameGroup(project: string, name: string, to: string): readonly Statement[] {
  const values = [project, name, to];
  return [
    {
      sql: `update person_groups set name = $3 where project = $1 and name = $2
        and not exists (select 1 from person_groups where project = $1 and name = $3) returning name`,
      values,
      isRequired: true,
    },
    { sql: "update group_members set name = $3 where project = $1 and name = $2", values },
    { sql: "delete from former_group_names where project = $1 and former = $2", values: [project, to] },
    { sql: "update former_group_names set name = $3 where project = $1 and name = $2", values },
    { sql: "insert into former_group_names (project, former, name) values ($1, $2, $3)", values },
  ];
}

/** Names a person in another system; finds no row where the name is somebody's already. */
export function insertIdentity({ issuer, subject }: Identity, person: string): Statement {
  return {
    sql: `insert into identities (issuer, subject, person) values ($1, $2, $3)
      on conflict (issuer, subject) do nothing returning person`,
    values: [issuer, subject, person],
    isRequired: true,
  };
}
