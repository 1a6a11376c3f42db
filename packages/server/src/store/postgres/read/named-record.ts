/** The record of the inquiry that a stored state names; other states begin with something else. */
export const namedRecordSql = `(select record from inquiries where inquiries.id =
  case when starts_with(conversations.state, '{"inquiry":"') then split_part(conversations.state, '"', 4) end)`;
