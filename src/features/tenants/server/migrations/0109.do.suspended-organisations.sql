-- An organisation whose service the operator has suspended, and why. Processes ask for it before they work for a tenant.
alter table tenants
  add column suspended_at  timestamptz,
  add column suspended_for text,
  add constraint tenants_suspended check ((suspended_at is null) = (suspended_for is null));
