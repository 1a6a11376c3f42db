CREATE TABLE conversations ( key integer primary key, id text not null unique, version integer not null, state text not null, state_format integer not null, status text not null, agent text not null, title_folded text, created_by text not null, updated_at integer not null, due_at integer, lease_owner text, lease_until integer, lease_epoch integer not null default 0 , project text not null default 'default', parent text);
CREATE TABLE log ( position integer primary key, conversation integer not null, version integer not null, events text not null );
CREATE TABLE messages ( conversation integer not null, number integer not null, place integer, message text not null, said text, primary key (conversation, number) ) without rowid;
CREATE TABLE inquiries ( id text primary key, run_id text not null, agent text not null, status text not null, asked_at integer not null, created_by text not null, record text not null , project text not null default 'default', resolved_by text, asked text not null default '', waits_for text, assigned_to text);
CREATE TABLE ended_runs ( id text primary key, record text not null ) without rowid;
CREATE TABLE replies ( principal text not null, route text not null, key text not null, conversation integer not null, fingerprint text not null, status integer not null, body text not null, created_at integer not null, primary key (principal, route, key) ) without rowid;
CREATE TABLE log_horizon (position integer not null);
CREATE TABLE personal_records ( inquiry_id text not null references inquiries (id) on delete cascade, principal text not null, draft text, drafted_at integer, snoozed_until integer, seen_at integer, primary key (inquiry_id, principal) ) without rowid;
CREATE TABLE file_contents ( hash text primary key, bytes blob not null );
CREATE TABLE files ( id text primary key, hash text not null references file_contents (hash), name text not null, type text not null, size integer not null, project text not null, uploaded_by text not null, uploaded_at integer not null );
CREATE TABLE file_uses ( file_id text not null references files (id), conversation integer not null, primary key (file_id, conversation) ) without rowid;
CREATE TABLE history (id text not null, mark text);
CREATE TABLE open_inquiry_counts (
    project text not null,
    created_by text not null,
    count integer not null,
    primary key (project, created_by)
  ) without rowid;
CREATE TABLE notices (
    id text primary key,
    inquiry_id text references inquiries (id) on delete cascade,
    version integer not null,
    channel text not null,
    endpoint text not null,
    recipient text not null,
    project text not null,
    url text,
    type text not null,
    at integer not null,
    record text not null,
    status text not null,
    created_at integer not null,
    tried_from integer not null,
    tries integer not null default 0,
    due_at integer,
    leased integer not null default 0,
    epoch integer not null default 0,
    attempts text not null default '[]'
  , notification_id text references notifications (id) on delete cascade, follows text, reference text, why text);
CREATE TABLE people (
      id text primary key,
      name text not null,
      email text,
      avatar text,
      created_at bigint not null,
      disabled_at bigint
    );
CREATE TABLE projects (
      id text primary key,
      name text not null,
      created_at bigint not null
    );
CREATE TABLE members (
      project text not null,
      person text not null references people (id),
      role text not null,
      joined_at bigint not null,
      left_at bigint,
      primary key (project, person)
    );
CREATE TABLE person_groups (
      project text not null,
      name text not null,
      primary key (project, name)
    );
CREATE TABLE group_members (
      project text not null,
      name text not null,
      person text not null,
      primary key (project, name, person)
    );
CREATE TABLE invitations (
      id text primary key,
      hash text not null unique,
      project text not null,
      role text not null,
      groups_json text not null,
      email text,
      invited_by text not null,
      created_at bigint not null,
      expires_at bigint not null,
      accepted_by text,
      revoked boolean not null default false
    );
CREATE TABLE identities (
      issuer text not null,
      subject text not null,
      person text not null references people (id),
      primary key (issuer, subject)
    );
CREATE TABLE sign_in_links (
      hash text primary key,
      person text not null,
      created_at bigint not null,
      expires_at bigint not null
    );
CREATE TABLE sessions (
      id text primary key,
      person text not null,
      project text,
      device text not null,
      created_at bigint not null,
      last_seen_at bigint not null,
      expires_at bigint not null,
      hash text not null unique,
      rotated_at bigint not null,
      previous_hash text unique,
      confirmed_at bigint
    );
CREATE TABLE api_keys (
      id text primary key,
      name text not null,
      project text not null,
      scopes text not null,
      hash text not null,
      created_by text not null,
      created_at bigint not null,
      expires_at bigint,
      last_used_at bigint,
      revoked_at bigint
    );
CREATE TABLE restricted_inquiry_counts (
    project text not null,
    created_by text not null,
    waits_for text not null,
    count integer not null,
    primary key (project, created_by, waits_for)
  ) without rowid;
CREATE TABLE notifications (
    id text primary key,
    inquiry_id text references inquiries (id) on delete cascade,
    run_id text references ended_runs (id) on delete cascade,
    project text not null,
    action_status text not null,
    raised_at integer not null,
    settled_at integer,
    record text not null
  );
CREATE TABLE notification_reads (
    notification_id text not null references notifications (id) on delete cascade,
    person text not null,
    raised_at integer not null,
    read_at integer not null,
    primary key (notification_id, person)
  ) without rowid;
CREATE TABLE contacts (
    project text not null,
    person text not null,
    record text not null,
    updated_at integer not null,
    primary key (project, person)
  );
CREATE TABLE push_subscriptions (
    id text primary key,
    project text not null,
    person text not null,
    endpoint text not null,
    record text not null,
    created_at integer not null
  );
CREATE TABLE answer_links (
    hash text primary key,
    inquiry_id text not null references inquiries (id) on delete cascade,
    project text not null,
    person text not null,
    created_at integer not null,
    expires_at integer not null,
    used_at integer
  );
CREATE TABLE audit (
    project text not null,
    number integer not null,
    type text not null,
    at integer not null,
    conversation_id text not null,
    inquiry_id text,
    actor text,
    facts text not null,
    hash text not null,
    primary key (project, number)
  ) without rowid;
CREATE TABLE audit_chains (
    project text primary key,
    number integer not null,
    hash text not null
  ) without rowid;
CREATE TABLE standing_answers (
    id text primary key,
    project text not null,
    agent text not null,
    fingerprint text not null,
    made_by text not null,
    at integer not null,
    inquiry_id text not null,
    conversation_id text not null,
    questions text not null,
    answers text not null,
    revoked_at integer,
    revoked_by text
  );
insert into conversations values (1, 'conv_answered', 10, '{"id":"conv_answered","agent":"planner","project":"default","title":"Answered","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":4,"places":4,"runs":1,"inquiries":1,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"idle","run":{"id":"run_answered_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":2,"pauseAt":50,"asks":1,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"outcome":"finished"}', 2, 'idle', 'planner', 'ANSWERED', 'ana', 1700000000000, null, null, null, 0, 'default', null);
insert into conversations values (2, 'conv_parked', 6, '{"id":"conv_parked","agent":"planner","project":"default","title":"Parked","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":2,"places":2,"runs":1,"inquiries":1,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"parked","inquiry":{"id":"inq_parked_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which one?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000},"run":{"id":"run_parked_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":1,"pauseAt":50,"asks":1,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"call":{"id":"call","name":"ask_user_question","input":{}},"queue":[],"calls":1}', 2, 'parked', 'planner', 'PARKED', 'ana', 1700000000000, null, null, null, 0, 'default', null);
insert into conversations values (3, 'conv_acting', 5, '{"id":"conv_acting","agent":"planner","project":"default","title":"Acting","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":2,"places":2,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"acting","run":{"id":"run_acting_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":1,"pauseAt":50,"asks":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"call":{"id":"call_1","name":"look_up","input":{}},"queue":[],"calls":1,"attempt":1,"started":false}', 2, 'acting', 'planner', 'ACTING', 'ana', 1700000000000, 1700000000000, null, null, 0, 'default', null);
insert into conversations values (4, 'conv_thinking', 4, '{"id":"conv_thinking","agent":"planner","project":"default","title":"Thinking","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":1,"places":1,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"thinking","attempt":1,"run":{"id":"run_thinking_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0,"pauseAt":50,"asks":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}}}', 2, 'thinking', 'planner', 'THINKING', 'ana', 1700000000000, 1700000000000, null, null, 0, 'default', null);
insert into conversations values (5, 'conv_deleted', 6, '{"id":"conv_deleted","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":1,"places":1,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"deleted"}', 2, 'deleted', 'planner', null, 'ana', 1700000000000, null, null, null, 0, 'default', null);
insert into conversations values (6, 'conv_spawning', 6, '{"id":"conv_spawning","agent":"planner","project":"default","title":"Spawning","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":2,"places":2,"runs":1,"inquiries":0,"children":1},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"delegating","run":{"id":"run_spawning_1","startedAt":1700000000000,"terms":{"stepLimit":50,"askLimit":50,"spawn":["reader"]},"steps":1,"pauseAt":50,"asks":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"call":{"id":"call","name":"spawn_agents","input":{}},"queue":[],"calls":1,"children":[{"id":"conv_spawningk1","agent":"reader","task":"Read it"}],"started":false}', 2, 'delegating', 'planner', 'SPAWNING', 'ana', 1700000000000, 1700000000000, null, null, 0, 'default', null);
insert into conversations values (7, 'conv_spawningk1', 4, '{"id":"conv_spawningk1","agent":"reader","project":"default","title":"Read it","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":1,"places":1,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"parent":{"conversationId":"conv_spawning","callId":"call"},"status":"thinking","attempt":1,"run":{"id":"run_spawningk1_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0,"pauseAt":50,"asks":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}}}', 2, 'thinking', 'reader', 'READ IT', 'ana', 1700000000000, 1700000000000, null, null, 0, 'default', 'conv_spawning');
insert into log values (4, 1, 4, '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_answered","agent":"planner","by":"ana","title":"Answered"},{"type":"message.received","at":1700000000000,"messageId":"msg_answered_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_answered_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_answered_1"]}]');
insert into log values (6, 1, 6, '[{"type":"model.replied","at":1700000000000,"runId":"run_answered_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which first?","options":[{"label":"This"},{"label":"That"}]}]}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"inquiry.asked","at":1700000000000,"runId":"run_answered_1","inquiry":{"id":"inq_answered_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which first?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000}}]');
insert into log values (8, 1, 8, '[{"type":"inquiry.resolved","at":1700000000000,"inquiryId":"inq_answered_1","runId":"run_answered_1","resolution":{"type":"answered","by":"ana","at":1700000000000,"answers":[{"question":"q1","text":"This one"}]}},{"type":"tool.finished","at":1700000000000,"runId":"run_answered_1","step":1,"result":{"callId":"call","name":"ask_user_question","status":"ok","text":"{\"answers\":{\"Which first?\":\"This one\"}}"}}]');
insert into log values (10, 1, 10, '[{"type":"model.replied","at":1700000000000,"runId":"run_answered_1","step":2,"parts":[{"type":"text","text":"Good."}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"run.finished","at":1700000000000,"runId":"run_answered_1","outcome":"finished"}]');
insert into log values (14, 2, 4, '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_parked","agent":"planner","by":"ana","project":"default","title":"Parked"},{"type":"message.received","at":1700000000000,"messageId":"msg_parked_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_parked_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_parked_1"]}]');
insert into log values (16, 2, 6, '[{"type":"model.replied","at":1700000000000,"runId":"run_parked_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which one?","options":[{"label":"This"},{"label":"That"}]}]}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"inquiry.asked","at":1700000000000,"runId":"run_parked_1","inquiry":{"id":"inq_parked_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which one?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000}}]');
insert into log values (20, 3, 4, '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_acting","agent":"planner","by":"ana","title":"Acting"},{"type":"message.received","at":1700000000000,"messageId":"msg_acting_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_acting_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_acting_1"]}]');
insert into log values (21, 3, 5, '[{"type":"model.replied","at":1700000000000,"runId":"run_acting_1","step":1,"parts":[{"type":"call","call":{"id":"call_1","name":"look_up","input":{}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}}]');
insert into log values (25, 4, 4, '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_thinking","agent":"planner","by":"ana","title":"Thinking"},{"type":"message.received","at":1700000000000,"messageId":"msg_thinking_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_thinking_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_thinking_1"]}]');
insert into log values (31, 5, 6, '[{"type":"conversation.deleted","at":1700000000000,"by":"ana"}]');
insert into log values (35, 6, 4, '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_spawning","agent":"planner","by":"ana","title":"Spawning"},{"type":"message.received","at":1700000000000,"messageId":"msg_spawning_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_spawning_1","terms":{"stepLimit":50,"askLimit":50,"spawn":["reader"]},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_spawning_1"]}]');
insert into log values (37, 6, 6, '[{"type":"model.replied","at":1700000000000,"runId":"run_spawning_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"spawn_agents","input":{"agents":[{"agent":"reader","task":"Read it"}]}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"agents.spawned","at":1700000000000,"runId":"run_spawning_1","step":1,"callId":"call","children":[{"id":"conv_spawningk1","agent":"reader","task":"Read it"}]}]');
insert into log values (41, 7, 4, '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_spawningk1","agent":"reader","by":"ana","title":"Read it","parent":{"conversationId":"conv_spawning","callId":"call"}},{"type":"message.received","at":1700000000000,"messageId":"msg_spawningk1_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_spawningk1_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_spawningk1_1"]}]');
insert into messages values (1, 1, 1, '{"id":"msg_answered_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}', 'PLAN IT');
insert into messages values (1, 2, 2, '{"id":"msg_answered_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_answered_1","parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which first?","options":[{"label":"This"},{"label":"That"}]}]}}}]}', null);
insert into messages values (1, 3, 3, '{"id":"msg_answered_3","number":3,"at":1700000000000,"place":3,"role":"tool","runId":"run_answered_1","parts":[{"type":"result","result":{"callId":"call","name":"ask_user_question","status":"ok","text":"{\"answers\":{\"Which first?\":\"This one\"}}"}}]}', null);
insert into messages values (1, 4, 4, '{"id":"msg_answered_4","number":4,"at":1700000000000,"place":4,"role":"agent","runId":"run_answered_1","parts":[{"type":"text","text":"Good."}]}', 'GOOD.');
insert into messages values (2, 1, 1, '{"id":"msg_parked_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}', 'PLAN IT');
insert into messages values (2, 2, 2, '{"id":"msg_parked_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_parked_1","parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which one?","options":[{"label":"This"},{"label":"That"}]}]}}}]}', null);
insert into messages values (3, 1, 1, '{"id":"msg_acting_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}', 'PLAN IT');
insert into messages values (3, 2, 2, '{"id":"msg_acting_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_acting_1","parts":[{"type":"call","call":{"id":"call_1","name":"look_up","input":{}}}]}', null);
insert into messages values (4, 1, 1, '{"id":"msg_thinking_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}', 'PLAN IT');
insert into messages values (6, 1, 1, '{"id":"msg_spawning_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}', 'PLAN IT');
insert into messages values (6, 2, 2, '{"id":"msg_spawning_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_spawning_1","parts":[{"type":"call","call":{"id":"call","name":"spawn_agents","input":{"agents":[{"agent":"reader","task":"Read it"}]}}}]}', null);
insert into messages values (7, 1, 1, '{"id":"msg_spawningk1_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}', 'PLAN IT');
insert into inquiries values ('inq_answered_1', 'run_answered_1', 'planner', 'answered', 1700000000000, 'ana', '{"id":"inq_answered_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which first?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000,"conversationId":"conv_answered","project":"default","runId":"run_answered_1","agent":"planner","status":"answered","resolution":{"type":"answered","by":"ana","at":1700000000000,"answers":[{"question":"q1","text":"This one"}]}}', 'default', 'ana', 'WHICH FIRST?
THIS
THAT
THIS ONE', null, null);
insert into inquiries values ('inq_parked_1', 'run_parked_1', 'planner', 'open', 1700000000000, 'ana', '{"id":"inq_parked_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which one?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000,"conversationId":"conv_parked","project":"default","runId":"run_parked_1","agent":"planner","status":"open"}', 'default', null, 'WHICH ONE?
THIS
THAT', null, null);
insert into ended_runs values ('run_answered_1', '{"id":"run_answered_1","conversationId":"conv_answered","agent":"planner","startedAt":1700000000000,"steps":2,"asks":1,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"endedAt":1700000000000,"status":"finished"}');
insert into replies values ('ana', 'POST /v1/conversations', 'k1', 1, 'f', 201, '{}', 1700000000000);
insert into log_horizon values (0);
insert into personal_records values ('inq_parked_1', 'ana', 'ciphertext', 1700000000000, 1700003600000, null);
insert into history values ('5f1c8a7be20d4936', null);
insert into open_inquiry_counts values ('default', 'ana', 1);
insert into people values ('owner', 'Owner', null, null, 0, null);
insert into projects values ('default', 'Default', 0);
insert into members values ('default', 'owner', 'owner', 0, null);
insert into notifications values ('ntf_inq_parked_1', 'inq_parked_1', null, 'default', 'pending', 1700000000000, null, '{"id":"ntf_inq_parked_1","conversationId":"conv_parked","project":"default","agent":"planner","type":"agent_question","title":"Agent question from planner","message":"Which one?","sourceType":"agent_run","sourceId":"run_parked_1","relatedResourceType":"agent_question","relatedResourceId":"inq_parked_1","importance":"important","actions":[{"label":"This","value":"This"},{"label":"That","value":"That"}],"actionStatus":"pending","raisedAt":1700000000000}');
insert into notification_reads values ('ntf_inq_parked_1', 'ana', 1700000000000, 1700000000001);
CREATE INDEX conversations_due on conversations (due_at, id) where due_at is not null and lease_owner is null;
CREATE INDEX conversations_leased on conversations (lease_until) where lease_owner is not null;
CREATE INDEX conversations_halted on conversations (status, id) where status in ('paused', 'failed');
CREATE INDEX log_of_conversation on log (conversation);
CREATE INDEX replies_of_conversation on replies (conversation);
CREATE INDEX replies_by_age on replies (created_at);
CREATE INDEX conversations_of_parent on conversations (parent, id) where parent is not null;
CREATE INDEX inquiries_of_project on inquiries (project, asked_at, id);
CREATE INDEX inquiries_open on inquiries (project, asked_at, id) where status = 'open';
CREATE INDEX personal_drafts on personal_records (drafted_at) where drafted_at is not null;
CREATE INDEX files_by_age on files (uploaded_at);
CREATE INDEX files_of_content on files (hash);
CREATE INDEX file_uses_of_conversation on file_uses (conversation);
CREATE TRIGGER inquiry_asked after insert on inquiries when new.status = 'open' begin
    insert into open_inquiry_counts values (new.project, new.created_by, 1)
      on conflict do update set count = count + 1;
  end;
CREATE TRIGGER inquiry_reopened after update of status on inquiries when old.status <> 'open' and new.status = 'open' begin
    insert into open_inquiry_counts values (new.project, new.created_by, 1)
      on conflict do update set count = count + 1;
  end;
CREATE TRIGGER inquiry_closed after update of status on inquiries when old.status = 'open' and new.status <> 'open' begin
    update open_inquiry_counts set count = count - 1 where project = old.project and created_by = old.created_by;
  end;
CREATE TRIGGER inquiry_deleted after delete on inquiries when old.status = 'open' begin
    update open_inquiry_counts set count = count - 1 where project = old.project and created_by = old.created_by;
  end;
CREATE INDEX personal_snoozed on personal_records (principal, snoozed_until) where snoozed_until is not null;
CREATE INDEX conversations_listed on conversations (project, id) where parent is null and status <> 'deleted';
CREATE INDEX notices_due on notices (due_at, id) where due_at is not null;
CREATE INDEX notices_leased on notices (id) where leased = 1;
CREATE INDEX notices_settled on notices (created_at) where due_at is null;
CREATE INDEX members_by_person on members (person);
CREATE INDEX group_members_by_person on group_members (person);
CREATE INDEX invitations_of_project on invitations (project, created_at);
CREATE INDEX sign_in_links_by_age on sign_in_links (expires_at);
CREATE INDEX sessions_of_person on sessions (person);
CREATE INDEX sessions_by_age on sessions (expires_at);
CREATE INDEX api_keys_of_project on api_keys (project, created_at);
CREATE TRIGGER restricted_inquiry_asked after insert on inquiries
    when new.status = 'open' and new.waits_for is not null begin
    insert into restricted_inquiry_counts values (new.project, new.created_by, new.waits_for, 1)
      on conflict do update set count = count + 1;
  end;
CREATE TRIGGER restricted_inquiry_entered after update of status, waits_for on inquiries
    when new.status = 'open' and new.waits_for is not null
      and (old.status <> 'open' or old.waits_for is not new.waits_for) begin
    insert into restricted_inquiry_counts values (new.project, new.created_by, new.waits_for, 1)
      on conflict do update set count = count + 1;
  end;
CREATE TRIGGER restricted_inquiry_left after update of status, waits_for on inquiries
    when old.status = 'open' and old.waits_for is not null
      and (new.status <> 'open' or new.waits_for is not old.waits_for) begin
    update restricted_inquiry_counts set count = count - 1
      where project = old.project and created_by = old.created_by and waits_for = old.waits_for;
    delete from restricted_inquiry_counts
      where project = old.project and created_by = old.created_by and waits_for = old.waits_for and count = 0;
  end;
CREATE TRIGGER restricted_inquiry_deleted after delete on inquiries
    when old.status = 'open' and old.waits_for is not null begin
    update restricted_inquiry_counts set count = count - 1
      where project = old.project and created_by = old.created_by and waits_for = old.waits_for;
    delete from restricted_inquiry_counts
      where project = old.project and created_by = old.created_by and waits_for = old.waits_for and count = 0;
  end;
CREATE INDEX notifications_listed on notifications (project, raised_at, id);
CREATE INDEX notifications_by_status on notifications (project, action_status, raised_at, id);
CREATE UNIQUE INDEX notifications_of_inquiry on notifications (inquiry_id) where inquiry_id is not null;
CREATE UNIQUE INDEX notifications_of_run on notifications (run_id) where run_id is not null;
CREATE INDEX notices_by_lane on notices (endpoint, due_at, id) where due_at is not null;
CREATE INDEX notices_of_inquiry on notices (inquiry_id, version, id) where inquiry_id is not null;
CREATE INDEX notices_of_notification on notices (notification_id, id) where notification_id is not null;
CREATE UNIQUE INDEX push_subscriptions_of_person on push_subscriptions (project, person, endpoint);
CREATE INDEX answer_links_of_inquiry on answer_links (inquiry_id);
CREATE INDEX answer_links_by_age on answer_links (expires_at);
CREATE INDEX audit_of_inquiry on audit (inquiry_id) where inquiry_id is not null;
CREATE UNIQUE INDEX standing_in_force on standing_answers (project, agent, fingerprint) where revoked_at is null;
pragma user_version = 13;
