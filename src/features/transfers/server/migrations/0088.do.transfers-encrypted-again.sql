-- A package belongs to the receiving school and does not depend on the row of the sending one.
alter table transfer_packages drop constraint transfer_packages_from_org_id_fkey;

-- What is encrypted is encrypted again after a change of keys.
grant update (basis) on transfers_sent to xinyu_app;
grant update (summary) on received_records to xinyu_app;
grant update (body) on received_sections to xinyu_app;
