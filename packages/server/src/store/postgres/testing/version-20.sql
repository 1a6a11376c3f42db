
    -- Rows are rewritten at every step of a conversation: room in the page keeps the new version beside the old one.
    create table conversations (
      id text collate "C" primary key,
      version integer not null,
      state text not null,
      state_format integer not null,
      status text not null,
      agent text not null,
      project text not null,
      parent text collate "C",
      title_folded text,
      created_by text not null,
      updated_at bigint not null,
      due_at bigint,
      lease_owner text,
      lease_until bigint,
      lease_epoch bigint not null default 0
    ) with (fillfactor = 70);
    create index conversations_due on conversations (due_at, id) where due_at is not null and lease_owner is null;
    create index conversations_leased on conversations (lease_until) where lease_owner is not null;
    create index conversations_of_project on conversations (project, id);
    create index conversations_halted on conversations (status, id) where status in ('paused', 'failed');
    create index conversations_of_parent on conversations (parent, id) where parent is not null;

    create table events (
      position bigint generated always as identity primary key,
      conversation_id text collate "C" not null,
      project text not null,
      version integer not null,
      event text not null
    );
    create index events_of_conversation on events (conversation_id, position);

    create table messages (
      conversation_id text collate "C" not null,
      number integer not null,
      place integer,
      said text,
      message text not null,
      primary key (conversation_id, number)
    );

    create table inquiries (
      id text collate "C" primary key,
      conversation_id text collate "C" not null,
      run_id text collate "C" not null,
      agent text not null,
      project text not null,
      status text not null,
      asked_at bigint not null,
      created_by text not null,
      resolved_by text,
      asked text not null,
      record text not null
    ) with (fillfactor = 80);
    create index inquiries_of_project on inquiries (project, asked_at, id);
    create index inquiries_open on inquiries (project, asked_at, id) where status = 'open';
    create index inquiries_of_conversation on inquiries (conversation_id);

    create table ended_runs (
      id text collate "C" primary key,
      conversation_id text collate "C" not null,
      ended_order integer not null,
      record text not null
    );
    create index ended_runs_of_conversation on ended_runs (conversation_id, ended_order);

    create table replies (
      principal text not null,
      route text not null,
      key text not null,
      conversation_id text collate "C" not null,
      fingerprint text not null,
      status integer not null,
      body text not null,
      created_at bigint not null,
      primary key (principal, route, key)
    );
    create index replies_of_conversation on replies (conversation_id);
    create index replies_by_age on replies (created_at);

    -- Text that streams right now: worth nothing after a crash, so it is not logged.
    create unlogged table live_texts (
      conversation_id text collate "C" primary key,
      project text not null,
      run_id text not null,
      step integer not null,
      attempt integer not null,
      text text not null,
      updated_at bigint not null
    );

    -- One row: events up to this position may be gone from the log.
    create table log_horizon (position bigint not null);
    insert into log_horizon values (0);
create table secrets (name text primary key, value text not null);
alter table conversations reset (fillfactor); alter table inquiries reset (fillfactor);

    create table personal_records (
      inquiry_id text collate "C" not null references inquiries (id) on delete cascade,
      principal text not null,
      draft text,
      drafted_at bigint,
      snoozed_until bigint,
      seen_at bigint,
      primary key (inquiry_id, principal)
    );
    create index personal_drafts on personal_records (drafted_at) where drafted_at is not null;
    create index personal_snoozed on personal_records (principal, snoozed_until) where snoozed_until is not null;

    create table file_contents (
      hash text collate "C" primary key,
      bytes bytea not null
    );
    -- Images and PDF are compressed already.
    alter table file_contents alter column bytes set storage external;
    create table files (
      id text collate "C" primary key,
      hash text collate "C" not null references file_contents (hash),
      name text not null,
      type text not null,
      size integer not null,
      project text not null,
      uploaded_by text not null,
      uploaded_at bigint not null
    );
    create index files_by_age on files (uploaded_at);
    create index files_of_content on files (hash);
    create table file_uses (
      file_id text collate "C" not null references files (id),
      conversation_id text collate "C" not null,
      primary key (file_id, conversation_id)
    );
    create index file_uses_of_conversation on file_uses (conversation_id);

    create table history (id text collate "C" not null, origin text);
    insert into history values (replace(gen_random_uuid()::text, '-', ''), null);

    -- In the order of a commit, which would wait for this step while the step waits for it. Dropping the index needs this
    -- mode: under a weaker one a commit would lock rows first, and that would be in the way of a stronger one later.
    lock table conversations in access exclusive mode;
    lock table inquiries in share row exclusive mode;
    create table open_inquiry_changes (
      project text not null,
      created_by text not null,
      change bigint not null
    );
    create function record_open_inquiry_change() returns trigger language plpgsql as $$
    begin
      insert into open_inquiry_changes (project, created_by, change)
      values (coalesce(new.project, old.project), coalesce(new.created_by, old.created_by), tg_argv[0]::bigint);
      return null;
    end
    $$;
    create trigger inquiry_asked after insert on inquiries for each row
      when (new.status = 'open') execute function record_open_inquiry_change('1');
    create trigger inquiry_reopened after update of status on inquiries for each row
      when (old.status <> 'open' and new.status = 'open') execute function record_open_inquiry_change('1');
    create trigger inquiry_closed after update of status on inquiries for each row
      when (old.status = 'open' and new.status <> 'open') execute function record_open_inquiry_change('-1');
    create trigger inquiry_deleted after delete on inquiries for each row
      when (old.status = 'open') execute function record_open_inquiry_change('-1');
    insert into open_inquiry_changes
      select project, created_by, count(*) from inquiries where status = 'open' group by project, created_by;
    create index conversations_listed on conversations (project, id) where parent is null and status <> 'deleted';
    drop index conversations_of_project;

    create table notices (
      id text collate "C" primary key,
      inquiry_id text collate "C" references inquiries (id) on delete cascade,
      version integer not null,
      channel text not null,
      endpoint text collate "C" not null,
      recipient text not null,
      project text not null,
      url text,
      type text not null,
      at bigint not null,
      record text not null,
      status text not null,
      created_at bigint not null,
      tried_from bigint not null,
      tries integer not null default 0,
      due_at bigint,
      leased boolean not null default false,
      epoch integer not null default 0,
      attempts text not null default '[]'
    );
    create unique index notices_of_event on notices (inquiry_id, version, channel, endpoint);
    create index notices_due on notices (due_at, id) where due_at is not null;
    create index notices_settled on notices (created_at) where due_at is null;

    create table people (
      id text collate "C" primary key,
      name text not null,
      email text,
      avatar text,
      created_at bigint not null,
      disabled_at bigint
    );
    create table projects (
      id text collate "C" primary key,
      name text not null,
      created_at bigint not null
    );
    -- A row stays when somebody leaves: what they did is shown under their name.
    create table members (
      project text collate "C" not null,
      person text collate "C" not null references people (id),
      role text not null,
      joined_at bigint not null,
      left_at bigint,
      primary key (project, person)
    );
    create index members_by_person on members (person);
    create table person_groups (
      project text collate "C" not null,
      name text collate "C" not null,
      primary key (project, name)
    );
    create table group_members (
      project text collate "C" not null,
      name text collate "C" not null,
      person text collate "C" not null,
      primary key (project, name, person)
    );
    create index group_members_by_person on group_members (person);
    create table invitations (
      id text collate "C" primary key,
      hash text collate "C" not null unique,
      project text collate "C" not null,
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
      issuer text collate "C" not null,
      subject text collate "C" not null,
      person text collate "C" not null references people (id),
      primary key (issuer, subject)
    );
    create table sign_in_links (
      hash text collate "C" primary key,
      person text collate "C" not null,
      created_at bigint not null,
      expires_at bigint not null
    );
    create index sign_in_links_by_age on sign_in_links (expires_at);
    create table sessions (
      id text collate "C" primary key,
      person text collate "C" not null,
      project text,
      device text not null,
      created_at bigint not null,
      last_seen_at bigint not null,
      expires_at bigint not null,
      hash text collate "C" not null unique,
      rotated_at bigint not null,
      previous_hash text collate "C" unique,
      confirmed_at bigint
    );
    create index sessions_of_person on sessions (person);
    create index sessions_by_age on sessions (expires_at);
    create table api_keys (
      id text collate "C" primary key,
      name text not null,
      project text collate "C" not null,
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
    insert into members (project, person, role, joined_at) values ('default', 'owner', 'owner', 0);

    alter table inquiries add column waits_for text, add column assigned_to text;
    create table restricted_inquiry_changes (
      project text not null,
      created_by text not null,
      waits_for text not null,
      change bigint not null
    );
    create function record_restricted_inquiry_change() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        if old.status = 'open' and old.waits_for is not null then
          insert into restricted_inquiry_changes (project, created_by, waits_for, change)
          values (old.project, old.created_by, old.waits_for, -1);
        end if;
      end if;
      if tg_op <> 'DELETE' then
        if new.status = 'open' and new.waits_for is not null then
          insert into restricted_inquiry_changes (project, created_by, waits_for, change)
          values (new.project, new.created_by, new.waits_for, 1);
        end if;
      end if;
      return null;
    end
    $$;
    create trigger restricted_inquiry_asked after insert on inquiries for each row
      when (new.waits_for is not null) execute function record_restricted_inquiry_change();
    create trigger restricted_inquiry_changed after update of status, waits_for on inquiries for each row
      when (old.status <> new.status or old.waits_for is distinct from new.waits_for)
      execute function record_restricted_inquiry_change();
    create trigger restricted_inquiry_deleted after delete on inquiries for each row
      when (old.waits_for is not null) execute function record_restricted_inquiry_change();

    create table notifications (
      id text collate "C" primary key,
      inquiry_id text collate "C" references inquiries (id) on delete cascade,
      run_id text collate "C" references ended_runs (id) on delete cascade,
      project text not null,
      action_status text not null,
      raised_at bigint not null,
      settled_at bigint,
      record text not null
    );
    create index notifications_listed on notifications (project, raised_at, id);
    create index notifications_by_status on notifications (project, action_status, raised_at, id);
    create unique index notifications_of_inquiry on notifications (inquiry_id) where inquiry_id is not null;
    create unique index notifications_of_run on notifications (run_id) where run_id is not null;
    create table notification_reads (
      notification_id text collate "C" not null references notifications (id) on delete cascade,
      person text not null,
      raised_at bigint not null,
      read_at bigint not null,
      primary key (notification_id, person)
    );
    -- Deliveries to people are notices too: which notification they tell, which earlier notice they follow, and what the channel calls what it sent.
    alter table notices add column notification_id text collate "C" references notifications (id) on delete cascade;
    alter table notices add column follows text collate "C";
    alter table notices add column reference text;
    alter table notices add column why text;
    drop index notices_of_event;
    create index notices_by_lane on notices (endpoint, due_at, id) where due_at is not null;
    create index notices_of_inquiry on notices (inquiry_id, version, id) where inquiry_id is not null;
    create index notices_of_notification on notices (notification_id, id) where notification_id is not null;
    create table contacts (
      project text not null,
      person text not null,
      record text not null,
      updated_at bigint not null,
      primary key (project, person)
    );
    create table push_subscriptions (
      id text collate "C" primary key,
      project text not null,
      person text not null,
      endpoint text not null,
      record text not null,
      created_at bigint not null
    );
    create unique index push_subscriptions_of_person on push_subscriptions (project, person, endpoint);
    create table answer_links (
      hash text collate "C" primary key,
      inquiry_id text collate "C" not null references inquiries (id) on delete cascade,
      project text not null,
      person text not null,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint
    );
    create index answer_links_of_inquiry on answer_links (inquiry_id);
    create index answer_links_by_age on answer_links (expires_at);

    create table audit (
      id bigint generated always as identity primary key,
      project text collate "C" not null,
      type text not null,
      at bigint not null,
      conversation_id text collate "C" not null,
      inquiry_id text collate "C",
      actor text,
      facts text not null,
      number bigint,
      hash text
    );
    create unique index audit_chain on audit (project, number) where number is not null;
    create index audit_unsealed on audit (id) where number is null;
    create index audit_of_inquiry on audit (inquiry_id, id) where inquiry_id is not null;
    create table audit_chains (
      project text collate "C" primary key,
      number bigint not null,
      hash text not null
    );

    create table standing_answers (
      id text collate "C" primary key,
      project text collate "C" not null,
      agent text collate "C" not null,
      fingerprint text collate "C" not null,
      made_by text not null,
      at bigint not null,
      inquiry_id text collate "C" not null,
      conversation_id text collate "C" not null,
      questions text not null,
      answers text not null,
      revoked_at bigint,
      revoked_by text
    );
    create unique index standing_in_force on standing_answers (project, agent, fingerprint) where revoked_at is null;
create index conversations_in_turn on conversations (project, due_at, id) where due_at is not null and lease_owner is null;
update standing_answers set questions = '[]', answers = '{}', fingerprint = '' where revoked_at is not null;

    do $$
    declare positions regclass := pg_get_serial_sequence('events', 'position');
    begin
      execute format('alter sequence %s increment by 100', positions);
      if pg_sequence_last_value(positions) is null then perform setval(positions, 100, false); end if;
    end
    $$;

    create function delete_notification_of_inquiry() returns trigger language plpgsql as $$
    begin
      delete from notifications where id = 'ntf_' || old.id;
      return null;
    end
    $$;
    create trigger inquiry_not_told after delete on inquiries for each row execute function delete_notification_of_inquiry();
    alter table notifications drop constraint notifications_inquiry_id_fkey;
    drop index notifications_of_inquiry;
comment on column conversations.state is 'JSON; that of a parked conversation begins with the id of its inquiry';
create table former_group_names (
      project text collate "C" not null,
      former text collate "C" not null,
      name text collate "C" not null,
      primary key (project, former)
    );
    create index former_group_names_by_name on former_group_names (project, name);
create table askback_version (version integer not null);
insert into askback_version values (20);
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('1', 'default', 'asked', '1700000000000', 'conv_idle', 'inq_idle_1', null, '{"agent":"planner","kind":"question"}', '1', '389c0578191928419f3073492a1186248b79591e7595236a99fd4990f17690ce');
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('2', 'default', 'resolved', '1700000000000', 'conv_idle', 'inq_idle_1', 'ana', '{"resolution":"answered","agent":"planner","askedAt":1700000000000,"runId":"run_idle_1"}', '2', '1c07dcf09ce8d38c9ac7f20468ad154e83108cb3de8eec0f055c86897d7d21f0');
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('3', 'default', 'consumed', '1700000000000', 'conv_idle', 'inq_idle_1', null, '{"runId":"run_idle_1","step":2}', '3', '55e818e4e128bb3647cb19e0689f78bc22ec686694d7452ffb2106d73d931933');
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('4', 'other', 'asked', '1700000000000', 'conv_parked', 'inq_parked_1', null, '{"agent":"planner","kind":"question"}', '1', 'fc352e71ea6a22602013014bbbe7749eb2b834e6e022beb8535d39713bc02220');
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('5', 'default', 'asked', '1700000000000', 'conv_held', 'inq_held_1', null, '{"agent":"planner","kind":"question"}', '4', '426904a7233a9dd28c4a1498243a746c9201979dfe855d8e7cfd6c6e1dfe0a91');
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('6', 'default', 'held', '1700000000000', 'conv_held', 'inq_held_1', 'ana', '{"until":1700000000500}', '5', '9da8b8354d14a93927d77616869a9d6c0490a37e4b70bdd9b4b346980a965b26');
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('7', 'default', 'asked', '1700000000000', 'conv_deleted', 'inq_deleted_1', null, '{"agent":"planner","kind":"question"}', '6', 'c01e012aa85eb474609d0e33af70cfe6727a16bcac5a14a3e63bb72eaadee50f');
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('8', 'default', 'resolved', '1700000000000', 'conv_deleted', 'inq_deleted_1', 'ana', '{"resolution":"withdrawn","agent":"planner","askedAt":1700000000000,"runId":"run_deleted_1"}', '7', '2efe0fe8a6e72988eb15c3a626a623317a4ae0ddd958407c43be0d20f1d75cb2');
insert into audit (id, project, type, at, conversation_id, inquiry_id, actor, facts, number, hash) overriding system value values ('9', 'default', 'deleted', '1700000000000', 'conv_deleted', null, 'ana', '{}', '8', 'f8cbf74a68e6875973053fd161a82e54515e0ee224f4a8e0e1b86ea93074f8da');
insert into audit_chains (project, number, hash) overriding system value values ('default', '8', 'f8cbf74a68e6875973053fd161a82e54515e0ee224f4a8e0e1b86ea93074f8da');
insert into audit_chains (project, number, hash) overriding system value values ('other', '1', 'fc352e71ea6a22602013014bbbe7749eb2b834e6e022beb8535d39713bc02220');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_acting', '6', '{"id":"conv_acting","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":["msg_acting_3"],"counts":{"messages":3,"places":2,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"acting","run":{"id":"run_acting_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":1,"pauseAt":50,"asks":0,"unanswered":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"call":{"id":"c1","name":"look_up","input":{}},"queue":[],"calls":1,"attempt":1,"started":false}', '6', 'acting', 'planner', 'default', null, null, 'ana', '1700000000000', '1700000000000', null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_deleted', '10', '{"id":"conv_deleted","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":3,"places":3,"runs":1,"inquiries":1,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"deleted"}', '6', 'deleted', 'planner', 'default', null, null, 'ana', '1700000000000', null, null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_held', '7', '{"inquiry":"inq_held_1","id":"conv_held","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":2,"places":2,"runs":1,"inquiries":1,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"parked","run":{"id":"run_held_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":1,"pauseAt":50,"asks":1,"unanswered":1,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"call":{"id":"call","name":"ask_user_question","input":{}},"queue":[],"calls":1,"held":{"resolution":{"type":"answered","by":"ana","at":1700000000000,"answers":[{"question":"q1","text":"This one"}]},"until":1700000000500}}', '6', 'parked', 'planner', 'default', null, null, 'ana', '1700000000000', '1700000000500', null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_idle', '16', '{"id":"conv_idle","agent":"planner","project":"default","title":"Renamed","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":6,"places":6,"runs":2,"inquiries":1,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"idle","run":{"id":"run_idle_2","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":1,"pauseAt":50,"asks":0,"unanswered":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"outcome":"finished"}', '6', 'idle', 'planner', 'default', null, 'RENAMED', 'ana', '1700000000000', null, null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_open', '1', '{"status":"idle","id":"conv_open","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":0,"places":0,"runs":0,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}}', '6', 'idle', 'planner', 'default', null, null, 'ana', '1700000000000', null, null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_parked', '6',  E'{"inquiry":"inq_parked_1","id":"conv_parked","agent":"planner","project":"other","title":"Blackbird a\\u0000b \\ud800  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮","createdAt":1700000000000,"createdBy":"bob","mailbox":[],"counts":{"messages":2,"places":2,"runs":1,"inquiries":1,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"parked","run":{"id":"run_parked_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":1,"pauseAt":50,"asks":1,"unanswered":1,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"call":{"id":"call","name":"ask_user_question","input":{}},"queue":[],"calls":1}', '6', 'parked', 'planner', 'other', null,  E'BLACKBIRD AB �  
	"''\\ {}[] SS 🧑‍🚀 ‮', 'bob', '1700000000000', null, null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_paused', '7', '{"id":"conv_paused","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":3,"places":3,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"paused","run":{"id":"run_paused_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":1,"askLimit":50},"steps":1,"pauseAt":1,"asks":0,"unanswered":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"reason":"step-limit"}', '6', 'paused', 'planner', 'default', null, null, 'ana', '1700000000000', null, null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_resting', '5', '{"id":"conv_resting","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":1,"places":1,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"thinking","attempt":2,"run":{"id":"run_resting_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0,"pauseAt":50,"asks":0,"unanswered":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"retryAt":1700000000300,"failed":{"count":1,"since":1700000000000,"error":{"message":"overloaded","retryable":true},"ofOneKind":1}}', '6', 'thinking', 'planner', 'default', null, null, 'ana', '1700000000000', '1700000000300', null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_spawning', '6', '{"id":"conv_spawning","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":2,"places":2,"runs":1,"inquiries":0,"children":1},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"delegating","run":{"id":"run_spawning_1","startedAt":1700000000000,"terms":{"stepLimit":50,"askLimit":50,"spawn":["reader"]},"steps":1,"pauseAt":50,"asks":0,"unanswered":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},"call":{"id":"call","name":"spawn_agents","input":{}},"queue":[],"calls":1,"children":[{"id":"conv_spawningk1","agent":"reader","task":"Read it"}],"started":false}', '6', 'delegating', 'planner', 'default', null, null, 'ana', '1700000000000', '1700000000000', null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_spawningk1', '4', '{"id":"conv_spawningk1","agent":"reader","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":1,"places":1,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"parent":{"conversationId":"conv_spawning","callId":"call"},"status":"thinking","attempt":1,"run":{"id":"run_spawningk1_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0,"pauseAt":50,"asks":0,"unanswered":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}}}', '6', 'thinking', 'reader', 'default', 'conv_spawning', null, 'ana', '1700000000000', '1700000000000', null, null, '0');
insert into conversations (id, version, state, state_format, status, agent, project, parent, title_folded, created_by, updated_at, due_at, lease_owner, lease_until, lease_epoch) overriding system value values ('conv_thinking', '4', '{"id":"conv_thinking","agent":"planner","project":"default","createdAt":1700000000000,"createdBy":"ana","mailbox":[],"counts":{"messages":1,"places":1,"runs":1,"inquiries":0,"children":0},"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"status":"thinking","attempt":1,"run":{"id":"run_thinking_1","startedAt":1700000000000,"terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0,"pauseAt":50,"asks":0,"unanswered":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}}}', '6', 'thinking', 'planner', 'default', null, null, 'ana', '1700000000000', '1700000000000', 'a server that is gone', '1700000015000', '1');
insert into ended_runs (id, conversation_id, ended_order, record) overriding system value values ('run_idle_1', 'conv_idle', '1', '{"id":"run_idle_1","conversationId":"conv_idle","agent":"planner","startedAt":1700000000000,"steps":2,"asks":1,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"endedAt":1700000000000,"status":"finished"}');
insert into ended_runs (id, conversation_id, ended_order, record) overriding system value values ('run_idle_2', 'conv_idle', '2', '{"id":"run_idle_2","conversationId":"conv_idle","agent":"planner","startedAt":1700000000000,"steps":1,"asks":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"endedAt":1700000000000,"status":"finished"}');
insert into ended_runs (id, conversation_id, ended_order, record) overriding system value values ('run_paused_1', 'conv_paused', '1', '{"id":"run_paused_1","conversationId":"conv_paused","agent":"planner","startedAt":1700000000000,"steps":1,"asks":0,"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0},"endedAt":1700000000000,"status":"paused","reason":"step-limit"}');
insert into events (position, conversation_id, project, version, event) overriding system value values ('100', 'conv_idle', 'default', '4',  E'[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_idle","agent":"planner","by":"ana","title":"Idle"},{"type":"message.received","at":1700000000000,"messageId":"msg_idle_1","text":"Blackbird a\\u0000b �  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_idle_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_idle_1"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('200', 'conv_idle', 'default', '6', '[{"type":"model.replied","at":1700000000000,"runId":"run_idle_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which one?","options":[{"label":"This"},{"label":"That"}]}]}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"inquiry.asked","at":1700000000000,"runId":"run_idle_1","inquiry":{"id":"inq_idle_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which one?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000}}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('300', 'conv_idle', 'default', '8',  E'[{"type":"inquiry.resolved","at":1700000000000,"inquiryId":"inq_idle_1","runId":"run_idle_1","resolution":{"type":"answered","by":"ana","at":1700000000000,"answers":[{"question":"q1","text":"Blackbird a\\u0000b �  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮"}]}},{"type":"tool.finished","at":1700000000000,"runId":"run_idle_1","step":1,"result":{"callId":"call","name":"ask_user_question","status":"ok","text":"{\\"answers\\":{\\"Which one?\\":\\"Blackbird a\\\\u0000b �  \\\\r\\\\n\\\\t\\\\\\"''\\\\\\\\ {}[] ß 🧑‍🚀 ‮\\"}}"}}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('400', 'conv_idle', 'default', '10',  E'[{"type":"model.replied","at":1700000000000,"runId":"run_idle_1","step":2,"parts":[{"type":"text","text":"Blackbird a\\u0000b \\ud800  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮"}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"run.finished","at":1700000000000,"runId":"run_idle_1","outcome":"finished"}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('500', 'conv_idle', 'default', '13',  E'[{"type":"message.received","at":1700000000000,"messageId":"msg_idle_5","text":"Blackbird a\\u0000b �  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_idle_2","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_idle_5"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('600', 'conv_idle', 'default', '15', '[{"type":"model.replied","at":1700000000000,"runId":"run_idle_2","step":1,"parts":[{"type":"text","text":"Done."}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"run.finished","at":1700000000000,"runId":"run_idle_2","outcome":"finished"}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('700', 'conv_idle', 'default', '16', '[{"type":"conversation.renamed","at":1700000000000,"by":"ana","title":"Renamed"}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('800', 'conv_parked', 'other', '4',  E'[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_parked","agent":"planner","by":"bob","project":"other","title":"Blackbird a\\u0000b \\ud800  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮"},{"type":"message.received","at":1700000000000,"messageId":"msg_parked_1","text":"Plan it","by":"bob"},{"type":"run.started","at":1700000000000,"runId":"run_parked_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_parked_1"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('900', 'conv_parked', 'other', '6', '[{"type":"model.replied","at":1700000000000,"runId":"run_parked_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which?","options":[{"label":"This"},{"label":"That"}]}]}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"inquiry.asked","at":1700000000000,"runId":"run_parked_1","inquiry":{"id":"inq_parked_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000}}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('1000', 'conv_held', 'default', '4', '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_held","agent":"planner","by":"ana"},{"type":"message.received","at":1700000000000,"messageId":"msg_held_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_held_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_held_1"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('1100', 'conv_held', 'default', '6', '[{"type":"model.replied","at":1700000000000,"runId":"run_held_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which one?","options":[{"label":"This"},{"label":"That"}]}]}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"inquiry.asked","at":1700000000000,"runId":"run_held_1","inquiry":{"id":"inq_held_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which one?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000}}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('1200', 'conv_held', 'default', '7', '[{"type":"inquiry.held","at":1700000000000,"inquiryId":"inq_held_1","held":{"resolution":{"type":"answered","by":"ana","at":1700000000000,"answers":[{"question":"q1","text":"This one"}]},"until":1700000000500}}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('1300', 'conv_acting', 'default', '4', '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_acting","agent":"planner","by":"ana"},{"type":"message.received","at":1700000000000,"messageId":"msg_acting_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_acting_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_acting_1"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('1400', 'conv_acting', 'default', '5', '[{"type":"model.replied","at":1700000000000,"runId":"run_acting_1","step":1,"parts":[{"type":"call","call":{"id":"c1","name":"look_up","input":{}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('1500', 'conv_acting', 'default', '6', '[{"type":"message.received","at":1700000000000,"messageId":"msg_acting_3","text":"And?","by":"ana"}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('1600', 'conv_resting', 'default', '4', '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_resting","agent":"planner","by":"ana"},{"type":"message.received","at":1700000000000,"messageId":"msg_resting_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_resting_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_resting_1"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('1700', 'conv_resting', 'default', '5', '[{"type":"model.failed","at":1700000000000,"runId":"run_resting_1","step":1,"attempt":1,"error":{"message":"overloaded","retryable":true},"retryAt":1700000000300}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2000', 'conv_deleted', 'default', '10', '[{"type":"conversation.deleted","at":1700000000000,"by":"ana"}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2100', 'conv_spawning', 'default', '4', '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_spawning","agent":"planner","by":"ana"},{"type":"message.received","at":1700000000000,"messageId":"msg_spawning_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_spawning_1","terms":{"stepLimit":50,"askLimit":50,"spawn":["reader"]},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_spawning_1"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2200', 'conv_spawning', 'default', '6', '[{"type":"model.replied","at":1700000000000,"runId":"run_spawning_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"spawn_agents","input":{"agents":[{"agent":"reader","task":"Read it"}]}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}},{"type":"agents.spawned","at":1700000000000,"runId":"run_spawning_1","step":1,"callId":"call","children":[{"id":"conv_spawningk1","agent":"reader","task":"Read it"}]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2300', 'conv_spawningk1', 'default', '4', '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_spawningk1","agent":"reader","by":"ana","parent":{"conversationId":"conv_spawning","callId":"call"}},{"type":"message.received","at":1700000000000,"messageId":"msg_spawningk1_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_spawningk1_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_spawningk1_1"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2400', 'conv_open', 'default', '1', '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_open","agent":"planner","by":"ana"}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2500', 'conv_paused', 'default', '4', '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_paused","agent":"planner","by":"ana"},{"type":"message.received","at":1700000000000,"messageId":"msg_paused_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_paused_1","terms":{"contract":"ask_user_question","stepLimit":1,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_paused_1"]}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2600', 'conv_paused', 'default', '5', '[{"type":"model.replied","at":1700000000000,"runId":"run_paused_1","step":1,"parts":[{"type":"call","call":{"id":"c1","name":"look_up","input":{}}}],"usage":{"inputTokens":0,"outputTokens":0,"reasoningTokens":0,"cachedTokens":0}}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2700', 'conv_paused', 'default', '7', '[{"type":"tool.finished","at":1700000000000,"runId":"run_paused_1","step":1,"result":{"callId":"c1","name":"look_up","status":"ok","text":"Found."}},{"type":"run.paused","at":1700000000000,"runId":"run_paused_1","reason":"step-limit"}]');
insert into events (position, conversation_id, project, version, event) overriding system value values ('2800', 'conv_thinking', 'default', '4', '[{"type":"conversation.started","at":1700000000000,"conversationId":"conv_thinking","agent":"planner","by":"ana"},{"type":"message.received","at":1700000000000,"messageId":"msg_thinking_1","text":"Plan it","by":"ana"},{"type":"run.started","at":1700000000000,"runId":"run_thinking_1","terms":{"contract":"ask_user_question","stepLimit":50,"askLimit":50},"steps":0},{"type":"messages.delivered","at":1700000000000,"messageIds":["msg_thinking_1"]}]');
insert into inquiries (id, conversation_id, run_id, agent, project, status, asked_at, created_by, resolved_by, asked, record, waits_for, assigned_to) overriding system value values ('inq_held_1', 'conv_held', 'run_held_1', 'planner', 'default', 'held', '1700000000000', 'ana', null, 'WHICH ONE?
THIS
THAT', '{"id":"inq_held_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which one?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000,"conversationId":"conv_held","project":"default","runId":"run_held_1","agent":"planner","status":"held","held":{"resolution":{"type":"answered","by":"ana","at":1700000000000,"answers":[{"question":"q1","text":"This one"}]},"until":1700000000500}}', null, null);
insert into inquiries (id, conversation_id, run_id, agent, project, status, asked_at, created_by, resolved_by, asked, record, waits_for, assigned_to) overriding system value values ('inq_idle_1', 'conv_idle', 'run_idle_1', 'planner', 'default', 'answered', '1700000000000', 'ana', 'ana',  E'WHICH ONE?
THIS
THAT
BLACKBIRD AB �  
	"''\\ {}[] SS 🧑‍🚀 ‮',  E'{"id":"inq_idle_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which one?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000,"conversationId":"conv_idle","project":"default","runId":"run_idle_1","agent":"planner","status":"answered","resolution":{"type":"answered","by":"ana","at":1700000000000,"answers":[{"question":"q1","text":"Blackbird a\\u0000b �  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮"}]}}', null, null);
insert into inquiries (id, conversation_id, run_id, agent, project, status, asked_at, created_by, resolved_by, asked, record, waits_for, assigned_to) overriding system value values ('inq_parked_1', 'conv_parked', 'run_parked_1', 'planner', 'other', 'open', '1700000000000', 'bob', null, 'WHICH?
THIS
THAT', '{"id":"inq_parked_1","revision":1,"contract":"ask_user_question","callId":"call","questions":[{"id":"q1","text":"Which?","options":[{"id":"o1","label":"This"},{"id":"o2","label":"That"}],"multiSelect":false,"ownWords":true}],"askedAt":1700000000000,"conversationId":"conv_parked","project":"other","runId":"run_parked_1","agent":"planner","status":"open"}', null, null);
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_acting', '1', '1', 'PLAN IT', '{"id":"msg_acting_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_acting', '2', '2', null, '{"id":"msg_acting_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_acting_1","step":1,"parts":[{"type":"call","call":{"id":"c1","name":"look_up","input":{}}}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_acting', '3', null, 'AND?', '{"id":"msg_acting_3","number":3,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"And?"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_held', '1', '1', 'PLAN IT', '{"id":"msg_held_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_held', '2', '2', null, '{"id":"msg_held_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_held_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which one?","options":[{"label":"This"},{"label":"That"}]}]}}}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_idle', '1', '1',  E'BLACKBIRD AB �  
	"''\\ {}[] SS 🧑‍🚀 ‮',  E'{"id":"msg_idle_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Blackbird a\\u0000b �  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_idle', '2', '2', null, '{"id":"msg_idle_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_idle_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which one?","options":[{"label":"This"},{"label":"That"}]}]}}}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_idle', '3', '3', null,  E'{"id":"msg_idle_3","number":3,"at":1700000000000,"place":3,"role":"tool","runId":"run_idle_1","parts":[{"type":"result","result":{"callId":"call","name":"ask_user_question","status":"ok","text":"{\\"answers\\":{\\"Which one?\\":\\"Blackbird a\\\\u0000b �  \\\\r\\\\n\\\\t\\\\\\"''\\\\\\\\ {}[] ß 🧑‍🚀 ‮\\"}}"}}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_idle', '4', '4',  E'BLACKBIRD AB �  
	"''\\ {}[] SS 🧑‍🚀 ‮',  E'{"id":"msg_idle_4","number":4,"at":1700000000000,"place":4,"role":"agent","runId":"run_idle_1","step":2,"parts":[{"type":"text","text":"Blackbird a\\u0000b \\ud800  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_idle', '5', '5',  E'BLACKBIRD AB �  
	"''\\ {}[] SS 🧑‍🚀 ‮',  E'{"id":"msg_idle_5","number":5,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Blackbird a\\u0000b �  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_idle', '6', '6', 'DONE.', '{"id":"msg_idle_6","number":6,"at":1700000000000,"place":6,"role":"agent","runId":"run_idle_2","step":1,"parts":[{"type":"text","text":"Done."}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_parked', '1', '1', 'PLAN IT', '{"id":"msg_parked_1","number":1,"at":1700000000000,"role":"person","by":"bob","parts":[{"type":"text","text":"Plan it"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_parked', '2', '2', null, '{"id":"msg_parked_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_parked_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"ask_user_question","input":{"questions":[{"question":"Which?","options":[{"label":"This"},{"label":"That"}]}]}}}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_paused', '1', '1', 'PLAN IT', '{"id":"msg_paused_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_paused', '2', '2', null, '{"id":"msg_paused_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_paused_1","step":1,"parts":[{"type":"call","call":{"id":"c1","name":"look_up","input":{}}}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_paused', '3', '3', null, '{"id":"msg_paused_3","number":3,"at":1700000000000,"place":3,"role":"tool","runId":"run_paused_1","parts":[{"type":"result","result":{"callId":"c1","name":"look_up","status":"ok","text":"Found."}}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_resting', '1', '1', 'PLAN IT', '{"id":"msg_resting_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_spawning', '1', '1', 'PLAN IT', '{"id":"msg_spawning_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_spawning', '2', '2', null, '{"id":"msg_spawning_2","number":2,"at":1700000000000,"place":2,"role":"agent","runId":"run_spawning_1","step":1,"parts":[{"type":"call","call":{"id":"call","name":"spawn_agents","input":{"agents":[{"agent":"reader","task":"Read it"}]}}}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_spawningk1', '1', '1', 'PLAN IT', '{"id":"msg_spawningk1_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}');
insert into messages (conversation_id, number, place, said, message) overriding system value values ('conv_thinking', '1', '1', 'PLAN IT', '{"id":"msg_thinking_1","number":1,"at":1700000000000,"role":"person","by":"ana","parts":[{"type":"text","text":"Plan it"}]}');
insert into notifications (id, inquiry_id, run_id, project, action_status, raised_at, settled_at, record) overriding system value values ('ntf_inq_held_1', null, null, 'default', 'completed', '1700000000000', '1700000000000', '');
insert into notifications (id, inquiry_id, run_id, project, action_status, raised_at, settled_at, record) overriding system value values ('ntf_inq_idle_1', null, null, 'default', 'completed', '1700000000000', '1700000000000', '');
insert into notifications (id, inquiry_id, run_id, project, action_status, raised_at, settled_at, record) overriding system value values ('ntf_inq_parked_1', null, null, 'other', 'pending', '1700000000000', null, '');
insert into notifications (id, inquiry_id, run_id, project, action_status, raised_at, settled_at, record) overriding system value values ('ntf_run_paused_1', null, 'run_paused_1', 'default', 'pending', '1700000000000', null, '{"id":"ntf_run_paused_1","conversationId":"conv_paused","project":"default","agent":"planner","type":"agent_run_paused","title":"planner paused","message":"It has reached its limit of steps.","sourceType":"agent_run","sourceId":"run_paused_1","relatedResourceType":"agent_run","relatedResourceId":"run_paused_1","importance":"normal","actionUrl":"/c/conv_paused","actionStatus":"pending","raisedAt":1700000000000}');
insert into personal_records (inquiry_id, principal, draft, drafted_at, snoozed_until, seen_at) overriding system value values ('inq_parked_1', 'ana', 'ciphertext', '1700000000000', '1700003600000', null);
insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at) overriding system value values ('ana', 'POST /v1/conversations', 'k1', 'conv_idle', 'f', '201',  E'{"odd":"Blackbird a\\u0000b \\ud800  \\r\\n\\t\\"''\\\\ {}[] ß 🧑‍🚀 ‮"}', '1700000000000');
insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at) overriding system value values ('ana', 'POST /v1/conversations', 'k2', 'conv_deleted', 'f', '201', '', '1700000000000');
select setval(pg_get_serial_sequence('audit', 'id'), (select max(id) from audit));
select setval(pg_get_serial_sequence('events', 'position'), (select max(position) from events));
