-- A package belongs to the receiving school and does not depend on the row of the sending one.
alter table transfer_packages drop constraint transfer_packages_from_org_id_fkey;
