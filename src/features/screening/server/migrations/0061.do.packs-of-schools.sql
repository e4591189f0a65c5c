-- Packs that a school installed itself, each version for ever: what sheets were scored by stays readable. The document is the file as it was, so that its checksum and signature can be verified again.
create table scale_packs (
  org_id       text not null references orgs on delete cascade,
  scale_id     text not null,
  version      text not null,
  kind         text not null check (kind in ('scale', 'totals', 'questionnaire')),
  document     text not null,
  checksum     text not null,
  signature    text not null check (signature in ('unsigned', 'unknown', 'valid')),
  signed_by    text,
  declared_by  text,                                   -- who declared the school's licence; null for own questionnaires
  declared_on  text,
  statement    text,
  installed_by text not null,
  installed_at timestamptz not null,
  removed_at   timestamptz,                            -- no longer offered, still readable
  primary key (org_id, scale_id, version)
);

-- Which schools have installed anything, for a process that starts and works for no tenant yet: their ids and nothing else.
create table scale_pack_tenants (
  org_id text primary key references orgs on delete cascade
);

-- A pack whose licence is unclear is used once an authorised person of the school has confirmed that it may be.
create table scale_confirmations (
  org_id       text not null references orgs on delete cascade,
  scale_id     text not null,
  version      text not null,
  user_id      text not null,
  reason       text not null,
  confirmed_at timestamptz not null,
  primary key (org_id, scale_id, version)
);

-- Questionnaires that a school composes. The draft becomes a pack when it is published.
create table questionnaires (
  org_id       text not null references orgs on delete cascade,
  scale_id     text not null,
  title        text not null,
  draft        text,                                   -- null where nothing is changed since the last publication
  revision     integer not null default 1,             -- counts the changes of the draft
  published    integer not null default 0,             -- number of the last published version
  created_by   text not null,
  created_at   timestamptz not null,
  updated_by   text not null,
  updated_at   timestamptz not null,
  primary key (org_id, scale_id)
);

do $$
declare t text;
begin
  foreach t in array array['scale_packs', 'scale_pack_tenants', 'scale_confirmations', 'questionnaires'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
create policy anybody on scale_pack_tenants for select using (true);
grant select, insert on scale_pack_tenants, scale_confirmations to xinyu_app;
grant select, insert, update on scale_packs to xinyu_app;
grant select, insert, update, delete on questionnaires to xinyu_app;
