-- Addresses of other systems that are told what happened, their secrets, and what was sent to them.
create table webhooks (
  org_id        text not null references orgs on delete cascade,
  webhook_id    text not null,
  name          text not null,
  url           text not null,
  events        text[] not null,
  responsible   text not null,          -- who made it, or changed it last; without this person nothing is sent
  role_id       smallint not null,      -- of this person
  created_by    text not null,
  created_at    timestamptz not null,
  failing_since timestamptz,            -- the first failure after the last success
  paused_at     timestamptz,
  paused_why    text check (paused_why in ('person', 'failing', 'gone', 'abandoned')),
  primary key (org_id, webhook_id),
  check ((paused_at is null) = (paused_why is null))
);
create table webhook_secrets (
  org_id     text not null,
  webhook_id text not null,
  secret_id  text not null,
  secret     text not null,             -- encrypted: it signs
  created_at timestamptz not null,
  until      timestamptz,               -- of a former one
  primary key (org_id, webhook_id, secret_id),
  foreign key (org_id, webhook_id) references webhooks on delete cascade
);
create table webhook_deliveries (
  org_id      text not null,
  delivery_id text not null default gen_random_uuid()::text, -- the webhook-id of every attempt
  webhook_id  text not null,
  event       text not null,
  ids         text[] not null,
  at          timestamptz not null,     -- when it happened
  state       text not null check (state in ('waiting', 'delivered', 'failed', 'held')),
  attempts    smallint not null default 0,
  tried_at    timestamptz,
  next_at     timestamptz,
  code        smallint,                 -- status of the last answer
  fault       text check (fault in ('address', 'timeout', 'unreachable')),
  ms          integer,
  answer      text,                     -- the first kilobyte of the last answer that was no success
  primary key (org_id, delivery_id),
  foreign key (org_id, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_list on webhook_deliveries (org_id, webhook_id, at desc, delivery_id);
create index webhook_deliveries_old on webhook_deliveries (org_id, at);
do $$
declare t text;
begin
  foreach t in array array['webhooks', 'webhook_secrets', 'webhook_deliveries'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')) with check (org_id = nullif(current_setting(''app.org_id'', true), ''''))', t);
  end loop;
end $$;
grant select, insert, update, delete on webhooks, webhook_secrets, webhook_deliveries to xinyu_app;
