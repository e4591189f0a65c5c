-- The monthly report that is made by itself. A month is marked before its files are begun, in one transaction, so that two processes and a restart make it once.
create table monthly_settings (
  org_id     text primary key references orgs on delete cascade,
  automatic  boolean not null,
  changed_by text not null,
  changed_at timestamptz not null
);
create table monthly_made (
  org_id  text not null references orgs on delete cascade,
  month   text not null check (month ~ '^\d{4}-\d{2}$'),
  made_at timestamptz not null,
  files   integer not null, -- one for each person who may export it
  primary key (org_id, month)
);
do $$
declare t text;
begin
  foreach t in array array['monthly_settings', 'monthly_made'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
  end loop;
end $$;
grant select, insert, update on monthly_settings to xinyu_app;
grant select, insert on monthly_made to xinyu_app;
