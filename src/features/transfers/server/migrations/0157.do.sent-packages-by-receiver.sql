-- Unique keys of a table that is distributed by organisation hold the organisation (decision 0182). A transfer has one package anyway: the key of
-- transfers_sent is the organisation that sends it and the transfer, and both rows are written in one transaction.
drop index transfer_packages_sent;
create unique index transfer_packages_sent on transfer_packages (from_org_id, transfer_id, org_id);
