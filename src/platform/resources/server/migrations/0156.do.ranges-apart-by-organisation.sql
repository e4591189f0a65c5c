-- A table that is distributed by organisation may have an exclusion constraint only where that compares the organisation itself, not a hash that contains
-- it (decision 0182). Texts beside ranges need btree_gist, a trusted extension that the owner of the database may create. An installation without it, such
-- as the embedded engine, is never distributed and keeps the hash.
do $$
begin
  if not exists (select from pg_available_extensions where name = 'btree_gist') then return; end if;
  begin
    create extension if not exists btree_gist;
  exception when insufficient_privilege then return;
  end;
  alter table row_keys drop constraint row_keys_apart;
  alter table row_keys add constraint row_keys_apart exclude using gist (org_id with =, entity with =, rule with =, value with =, span with &&)
    where (sole and span is not null);
end $$;
