-- The operation log as a chain: each entry has a link, numbered without a gap within its organisation, whose hash covers the entry and the link before it.
create table audit_links (
  org_id text not null,
  seq    integer not null,
  log_id text not null,
  digest text not null,                  -- of the entry
  broken boolean not null default false, -- what came before was not as it had been left when this one was written
  hash   text not null,
  primary key (org_id, seq),
  constraint audit_links_entry unique (org_id, log_id)
);

-- Where each chain has got to, signed under a key that the database does not have. seq 0 without a signature: entries from before there were chains.
create table audit_heads (
  org_id    text primary key,
  seq       integer not null default 0,
  hash      text not null default '',
  signature text not null default '',
  -- How much of it the organisation above, or the file of seals, has countersigned.
  witnessed integer not null default 0
) with (fillfactor = 50);

do $$
declare t text;
begin
  foreach t in array array['audit_links','audit_heads'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
-- How long each log is, and a hash: whoever countersigns and verifies asks for those of all.
create policy every_head on audit_heads for select using (true);

grant select, insert on audit_links to xinyu_app;
grant select, insert, update on audit_heads to xinyu_app;

-- Entries and links are added and nothing else, whoever asks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of % are never changed or removed', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_logs for each row execute function refuse_change();
create trigger append_only before update or delete on audit_links for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_logs for each statement execute function refuse_change();
create trigger never_emptied before truncate on audit_links for each statement execute function refuse_change();
create trigger stays before delete on audit_heads for each row execute function refuse_change();
create trigger never_emptied before truncate on audit_heads for each statement execute function refuse_change();

-- Organisations whose entries are to be linked. Forced security would hide them from the owner of the tables too.
alter table audit_logs no force row level security;
alter table audit_heads no force row level security;
insert into audit_heads (org_id) select distinct org_id from audit_logs;
alter table audit_logs force row level security;
alter table audit_heads force row level security;
