-- What each month of a school counts, by different students, for the monthly report of the institution above it. A month is counted once, when it is over;
-- the institution reads these counts and no row about a child.
create table counted_months (
  org_id     text not null references orgs on delete cascade,
  month      text not null check (month ~ '^\d{4}-\d{2}$'),
  counted_at timestamptz not null,
  primary key (org_id, month)
);
create table month_counts (
  org_id   text not null,
  month    text not null,
  dim      text not null,
  key      text not null,
  children integer not null check (children > 0),
  primary key (org_id, month, dim, key),
  foreign key (org_id, month) references counted_months (org_id, month) on delete cascade
);
do $$
declare t text;
begin
  foreach t in array array['counted_months', 'month_counts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''))$p$, t);
    execute format($p$create policy institution on %I for select using (org_id in (select o.org_id from orgs o where o.parent_org_id = nullif(current_setting('app.org_id', true), '')))$p$, t);
    execute format('grant select, insert on %I to xinyu_app', t);
  end loop;
end $$;
