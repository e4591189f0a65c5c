-- Appointments that were booked together, every week or every two weeks.
alter table consultations add column series_id text;
create index consultations_series on consultations (org_id, series_id) where series_id is not null;
