-- A deleted academic year takes the drafts of its comments along.
alter table comment_drafts drop constraint comment_drafts_org_id_year_id_fkey;
alter table comment_drafts add foreign key (org_id, year_id) references years (org_id, year_id) on delete cascade;
