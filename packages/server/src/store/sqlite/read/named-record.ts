/** The record of the inquiry that a stored state names; a state that is no JSON is found out when it is read. */
export const namedRecordSql = `(select record from inquiries where inquiries.id =
  iif(conversations.status = 'parked' and json_valid(conversations.state), conversations.state ->> '$.inquiry', null))`;
