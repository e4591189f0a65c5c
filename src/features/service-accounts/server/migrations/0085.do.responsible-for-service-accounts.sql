-- Who answers for a service account: its maker, or the person who gave it its present secret.
alter table service_accounts add column responsible text;
update service_accounts set responsible = created_by;
alter table service_accounts alter column responsible set not null;

-- Sessions carry the person who answers for them; those from before do not, so that systems sign in again.
update sessions set ended_at = now() where service is not null and ended_at is null;
