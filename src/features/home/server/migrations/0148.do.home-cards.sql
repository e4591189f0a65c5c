-- Cards of the home pages that an organisation declares from shared views of its lists.
create table home_cards (
  org_id     text not null references orgs on delete cascade,
  card_id    text not null,
  view_id    text not null,
  title      text not null,
  shown_as   text not null check (shown_as in ('number', 'list', 'chart')),
  field      text, -- by which a chart divides the rows
  created_at timestamptz not null,
  primary key (org_id, card_id),
  foreign key (org_id, view_id) references saved_views on delete cascade
);
create index on home_cards (org_id, view_id);

alter table home_cards enable row level security;
alter table home_cards force row level security;
create policy tenant on home_cards using (org_id = nullif(current_setting('app.org_id', true), '')) with check (org_id = nullif(current_setting('app.org_id', true), ''));
grant select, insert, update, delete on home_cards to xinyu_app;
