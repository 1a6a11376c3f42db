import {
  type Access,
  type Avatar,
  backendIssuer,
  type Directory,
  type Member,
  type MemberChange,
  type Membership,
  type Person,
  type Role,
} from "./directory.ts";
import {
  addMember,
  changeRole,
  disablePerson,
  insertIdentity,
  isMember,
  removeMember,
  renameGroup,
  saveGroup,
} from "./member-statements.ts";
import { createInvitations } from "./sql-invitations.ts";
import { optionalNumber, optionalText, parameters, type Row, type Statement, type Statements } from "./statements.ts";

function accessSql(condition: string): string {
  return `select p.*, m.project, m.role, j.name as project_name, g.name as group_name, f.former as former_group
    from people p
    left join members m on m.person = p.id and m.${isMember}
    left join projects j on j.id = m.project
    left join group_members g on g.project = m.project and g.person = p.id
    left join former_group_names f on f.project = g.project and f.name = g.name
    where ${condition} order by m.joined_at, m.project, g.name, f.former`;
}

function isFound(entry: readonly [string, Access | undefined]): entry is readonly [string, Access] {
  return entry[1] !== undefined;
}

/** People, projects and members in tables of either database. */
export function createDirectory(statements: Statements): Directory {
  const { read, readAccess, changeAccess } = statements;

  /** Whether a change of a member was made, and if not, why. */
  async function changeMember(project: string, person: string, change: readonly Statement[]): Promise<MemberChange> {
    if (await changeAccess(...change)) return "done";
    const sql = `select 1 as one from members where project = $1 and person = $2 and ${isMember}`;
    return (await read(sql, [project, person])).length > 0 ? "last-owner" : "unknown";
  }

  return {
    async access(person) {
      return rowsToAccess(await readAccess(accessSql("p.id = $1"), [person]));
    },
    async accessOf(people) {
      if (people.length === 0) return new Map();
      const rows = await read(accessSql(`p.id in (${parameters(people.length, 1)})`), people);
      const found = [...Map.groupBy(rows, ({ id }) => String(id))];
      return new Map(found.map(([id, own]) => [id, rowsToAccess(own)] as const).filter(isFound));
    },
    async people(project, ids) {
      if (ids.length === 0) return [];
      const rows = await read(
        `select p.* from people p join members m on m.person = p.id
         where m.project = $1 and p.id in (${parameters(ids.length, 2)}) order by p.id`,
        [project, ...ids],
      );
      return rows.map(rowToPerson);
    },
    async withEmail(address) {
      const rows = await read(
        `select p.* from people p where lower(p.email) = $1 and p.disabled_at is null
         and exists (select 1 from members m where m.person = p.id and m.${isMember}) order by p.id limit 5`,
        [address.toLowerCase()],
      );
      return rows.map(rowToPerson);
    },
    async updatePerson(id, { name, avatar }) {
      await changeAccess({
        sql: `update people set name = coalesce($2, name), avatar = case $4 when 'keep' then avatar else $3 end where id = $1`,
        values: [id, name, avatar ? JSON.stringify(avatar) : undefined, avatar === undefined ? "keep" : "set"],
      });
    },
    async disablePerson(id, at) {
      if (await changeAccess(...disablePerson(id, at))) return "done";
      return (await read("select 1 as one from people where id = $1", [id])).length > 0 ? "last-owner" : "unknown";
    },
    async enablePerson(id) {
      await changeAccess({ sql: "update people set disabled_at = null where id = $1", values: [id] });
    },

    async createProject({ id, name, at }) {
      const sql =
        "insert into projects (id, name, created_at) values ($1, $2, $3) on conflict (id) do nothing returning id";
      return (await changeAccess({ sql, values: [id, name, at], isRequired: true })) !== undefined;
    },
    async projectName(id) {
      const [row] = await read("select name from projects where id = $1", [id]);
      return row && String(row.name);
    },

    async members(project) {
      const rows = await read(
        `select p.*, m.role, m.joined_at, g.name as group_name, f.former as former_group
         from members m join people p on p.id = m.person
         left join group_members g on g.project = m.project and g.person = p.id
         left join former_group_names f on f.project = g.project and f.name = g.name
         where m.project = $1 and m.${isMember} order by m.joined_at, p.id, g.name, f.former`,
        [project],
      );
      return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(rowsToMember);
    },
    async addMember(person, member) {
      await changeAccess(...addMember(person, member));
    },
    changeRole: (project, person, role) => changeMember(project, person, changeRole(project, person, role)),
    removeMember: (project, person, at) => changeMember(project, person, removeMember(project, person, at)),

    async groups(project) {
      const rows = await read(
        `select g.name, m.person, null as former from person_groups g
         left join group_members m on m.project = g.project and m.name = g.name where g.project = $1
         union all select name, null, former from former_group_names where project = $1
         order by name, person, former`,
        [project],
      );
      return [...Map.groupBy(rows, ({ name }) => String(name))].map(([name, own]) => ({
        name,
        people: textsOf(own, "person"),
        formerNames: textsOf(own, "former"),
      }));
    },
    async renameGroup(project, name, to) {
      if (name === to || (await changeAccess(...renameGroup(project, name, to)))) return "done";
      const sql = "select 1 as one from person_groups where project = $1 and name = $2";
      if ((await read(sql, [project, name])).length > 0) return "taken";
      const earlier = "select 1 as one from former_group_names where project = $1 and former = $2 and name = $3";
      return (await read(earlier, [project, name, to])).length > 0 ? "done" : "unknown";
    },
    async saveGroup(project, group) {
      await changeAccess(...saveGroup(project, group));
    },
    async deleteGroup(project, name) {
      const deleted = await changeAccess(
        { sql: "delete from group_members where project = $1 and name = $2", values: [project, name] },
        { sql: "delete from former_group_names where project = $1 and name = $2", values: [project, name] },
        {
          sql: "delete from person_groups where project = $1 and name = $2 returning name",
          values: [project, name],
          isRequired: true,
        },
      );
      return deleted !== undefined;
    },

    ...createInvitations(statements),

    async identified({ issuer, subject }) {
      const [row] = await read("select person from identities where issuer = $1 and subject = $2", [issuer, subject]);
      return row && String(row.person);
    },
    async vouchedFor(project) {
      const rows = await read(
        `select i.person from identities i join members m on m.person = i.person where m.project = $1
         group by i.person having min(case when i.issuer like '${backendIssuer}%' then 1 else 0 end) = 1`,
        [project],
      );
      return new Set(rows.map(({ person }) => String(person)));
    },
    addIdentified: async (identity, person, member) =>
      (await changeAccess(...addMember(person, member), insertIdentity(identity, person.id))) !== undefined,
  };
}

function rowToPerson(row: Row): Person {
  const { id, name, email, avatar, created_at, disabled_at } = row;
  const given = optionalText(avatar);
  return {
    id: String(id),
    name: String(name),
    email: optionalText(email),
    avatar: given === undefined ? undefined : (JSON.parse(given) as Avatar),
    createdAt: Number(created_at),
    disabledAt: optionalNumber(disabled_at),
  };
}

function rowsToAccess(rows: readonly Row[]): Access | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const byProject = Map.groupBy(
    rows.filter(({ project }) => project !== null),
    ({ project }) => String(project),
  );
  const memberships = [...byProject].map(
    ([project, own]): Membership => ({
      project,
      projectName: optionalText(own[0]?.project_name) ?? project,
      role: own[0]?.role as Role,
      groups: textsOf(own, "group_name"),
      formerGroups: textsOf(own, "former_group"),
    }),
  );
  return { person: rowToPerson(first), memberships };
}

function rowsToMember(rows: readonly Row[]): Member[] {
  return rows.slice(0, 1).map((row) => ({
    person: rowToPerson(row),
    role: row.role as Role,
    groups: textsOf(rows, "group_name"),
    formerGroups: textsOf(rows, "former_group"),
    joinedAt: Number(row.joined_at),
  }));
}

/** The texts of a column, each once; rows without one are left out. */
function textsOf(rows: readonly Row[], column: string): readonly string[] {
  return [...new Set(rows.flatMap((row) => optionalText(row[column]) ?? []))];
}
