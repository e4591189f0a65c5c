-- Conversations of members of staff with the assistant: their author's alone. Texts lie encrypted.
create table ai_conversations (
  org_id          text not null,
  conversation_id text not null,
  user_id         text not null,        -- its author
  title           text not null,
  replaced        text,                 -- the words behind the placeholders that the model was sent
  created_at      timestamptz not null,
  updated_at      timestamptz not null, -- its last use; it is deleted some time after that
  primary key (org_id, conversation_id)
);
create index ai_conversations_of on ai_conversations (org_id, user_id, updated_at desc);
create table ai_messages (
  org_id          text not null,
  message_id      text not null,
  conversation_id text not null,
  position        integer not null,     -- in the conversation, from 1
  by              text not null check (by in ('person', 'model', 'help')),
  body            text not null,        -- a question, an answer, or the names of help articles
  state           text not null check (state in ('whole', 'stopped', 'broken', 'cut')),
  created_at      timestamptz not null,
  primary key (org_id, message_id),
  unique (org_id, conversation_id, position),
  foreign key (org_id, conversation_id) references ai_conversations (org_id, conversation_id) on delete cascade
);
alter table ai_conversations enable row level security;
alter table ai_conversations force row level security;
create policy tenant on ai_conversations using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on ai_conversations to xinyu_app;
alter table ai_messages enable row level security;
alter table ai_messages force row level security;
create policy tenant on ai_messages using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on ai_messages to xinyu_app;
