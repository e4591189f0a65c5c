-- Which session at the identity server of `only_org` a session began with: a hash of its `sid`, by which a logout token finds it.
alter table sessions add column outside_sid text;
create index on sessions (only_org, outside_sid) where outside_sid is not null and ended_at is null;
