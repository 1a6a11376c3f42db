import type { Directory, Invitation, Role } from "./directory.ts";
import { addMember, insertIdentity } from "./member-statements.ts";
import { optionalText, type Row, type Statements } from "./statements.ts";

type Invitations = Pick<Directory, "invite" | "invitations" | "invitation" | "revokeInvitation" | "acceptInvitation">;

const isOpen = "accepted_by is null and not revoked";

/** Invitations in a table of either database. */
export function createInvitations({ read, changeAccess }: Statements): Invitations {
  async function invitation(hash: string, now: number): Promise<Invitation | undefined> {
    const [row] = await read(`select * from invitations where hash = $1 and ${isOpen} and expires_at > $2`, [
      hash,
      now,
    ]);
    return row && rowToInvitation(row);
  }

  return {
    invitation,
    async invite({ id, hash, project, role, groups, email, invitedBy, at, expiresAt }) {
      await changeAccess({
        sql: `insert into invitations (id, hash, project, role, groups_json, email, invited_by, created_at, expires_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [id, hash, project, role, JSON.stringify(groups), email, invitedBy, at, expiresAt],
      });
    },
    async invitations(project, now) {
      const rows = await read(
        `select * from invitations where project = $1 and ${isOpen} and expires_at > $2 order by created_at desc, id`,
        [project, now],
      );
      return rows.map(rowToInvitation);
    },
    async revokeInvitation(project, id) {
      const sql = `update invitations set revoked = true where project = $1 and id = $2 and ${isOpen} returning id`;
      return (await changeAccess({ sql, values: [project, id], isRequired: true })) !== undefined;
    },
    async acceptInvitation(hash, person, now, identity) {
      const found = await invitation(hash, now);
      if (!found) return false;
      const accepted = await changeAccess(
        {
          sql: `update invitations set accepted_by = $2 where hash = $1 and ${isOpen} and expires_at > $3 returning id`,
          values: [hash, person.id, now],
          isRequired: true,
        },
        ...addMember(person, { ...found, at: now }),
        ...(identity ? [insertIdentity(identity, person.id)] : []),
      );
      return accepted !== undefined;
    },
  };
}

function rowToInvitation(row: Row): Invitation {
  return {
    id: String(row.id),
    project: String(row.project),
    role: row.role as Role,
    groups: JSON.parse(String(row.groups_json)) as string[],
    email: optionalText(row.email),
    invitedBy: String(row.invited_by),
    at: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    acceptedBy: optionalText(row.accepted_by),
  };
}
