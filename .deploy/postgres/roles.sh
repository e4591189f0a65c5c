#!/bin/sh
# Makes the roles and the database, once, as a superuser (PGHOST, PGUSER … as for psql). The passwords are in the folder
# SECRETS, as new-secrets.sh makes it. The image of PostgreSQL runs this with its first start.
set -eu
secrets=${SECRETS:-/run/secrets}
psql --no-psqlrc --set=ON_ERROR_STOP=1 --dbname="${PGDATABASE:-postgres}" \
  --set=database="${DATABASE:-xinyu}" \
  --set=owner_password="$(cat "$secrets/owner-password")" \
  --set=login_password="$(cat "$secrets/login-password")" \
  --set=backup_password="$(cat "$secrets/backup-password")" <<'SQL'
\set QUIET on
-- All requests run as this role. It is made here so that the owner needs no right to create roles.
select 'create role xinyu_app nologin nobypassrls' where not exists (select from pg_roles where rolname = 'xinyu_app') \gexec
create role xinyu_owner login password :'owner_password';
create role xinyu_login login password :'login_password';
create role xinyu_backup login bypassrls password :'backup_password';
grant xinyu_app to xinyu_owner, xinyu_login;
grant pg_read_all_data to xinyu_backup;
create database :"database" owner xinyu_owner encoding 'UTF8' template template0;
revoke connect on database :"database" from public;
grant connect on database :"database" to xinyu_login, xinyu_backup;
SQL
