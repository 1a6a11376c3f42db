import type { Group, Invited, NewMember } from "./directory.ts";
import type { Statement } from "./statements.ts";

export const isMember = "left_at is null";

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
        sql: "insert into group_members (project, name, person) values ($1, $2, $3) on conflict (project, name, person) do nothing",
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

function insertGroup(project: string, name: string): Statement {
  return {
    sql: "insert into person_groups (project, name) values ($1, $2) on conflict (project, name) do nothing",
    values: [project, name],
  };
}

/** Creates a group, or replaces its people by those of these who are members. */
export function saveGroup(project: string, { name, people }: Group): readonly Statement[] {
  return [
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
