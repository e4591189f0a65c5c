-- Somebody let in for a time (authorised login): after it they are staff no more, as if shut out. Null for everybody else.
alter table teachers add column expires_at timestamptz;
