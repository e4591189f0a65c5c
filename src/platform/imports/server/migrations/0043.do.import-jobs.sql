-- Imports are read, written and undone by jobs now. What an earlier version was doing has stopped; its person decides what follows.
alter table imports no force row level security;
update imports set status = 'refused', finished_at = now(), stop = false, problem = '服务器在读取文件时中断了，请重新上传' where status = 'reading';
update imports set status = 'stopped', finished_at = now(), stop = false, problem = '服务器在写入时中断了：已写入的行都有记录，可以继续写入，也可以撤销' where status = 'writing';
update imports set status = 'stopped', finished_at = now(), stop = false, problem = '服务器在撤销时中断了，可以再次撤销余下的行' where status = 'undoing';
alter table imports force row level security;

-- Of the liveness of earlier versions one moment is left: when a preview was ready.
alter table imports rename column alive_at to read_at;
alter table imports alter column read_at drop not null;
