-- What create calls with an idempotency-key answered, kept for 24 hours: written in the transaction of the call itself.
create table idempotency_keys (
  org_id     text not null references orgs on delete cascade,
  user_id    text not null references accounts on delete cascade,
  key        text not null,
  request    text not null, -- SHA-256 of role, call and content: another request under the same key is refused
  answer     text,          -- null only inside the transaction that makes it
  created_at timestamptz not null,
  primary key (org_id, user_id, key)
);
create index idempotency_keys_at on idempotency_keys (org_id, created_at);

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on idempotency_keys to xinyu_app;
