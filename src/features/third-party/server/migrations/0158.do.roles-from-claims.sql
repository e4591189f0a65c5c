-- Which claim of the identity server names roles, and which of its values stands for which role: {claim, values: [{value, role_id}]}. Null: no claim gives a role.
alter table sign_in_providers add column role_claim jsonb;

-- When a role ends that a claim has given and no later sign-in has stated again; null: given by hand.
alter table memberships add column claimed_until timestamptz;
create index memberships_claimed on memberships (org_id, claimed_until) where claimed_until is not null;

-- The roles that the sign-in of a session stated. In a role that a claim has given, no other session acts.
alter table sessions add column claimed_roles smallint[];
