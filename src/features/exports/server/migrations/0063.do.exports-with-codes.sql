-- What a file is, whose right its download needs, and the log entry of its disclosure. Earlier files were archives.
alter table export_tasks add column kind text not null default 'archives';
alter table export_tasks add column area text not null default 'student/archive';
alter table export_tasks add column log_id text not null default '';
