import { spawn } from 'node:child_process';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { programEnv } from '../config/program-env.ts';

/** What a login needs that reads every row. */
export const BACKUP_ROLE = `  create role xinyu_backup login bypassrls password '…';
  grant pg_read_all_data to xinyu_backup;`;

/** Runs a program of PostgreSQL. @throws StartError where it is not installed */
function run(
  program: string,
  args: readonly string[],
  password = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: programEnv(password === '' ? {} : { PGPASSWORD: password }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) =>
      reject(new StartError(`${program} 不能运行：请安装 PostgreSQL 的客户端程序，并让它在 PATH 中`, { cause: error })),
    );
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The address without its password, which other users of the machine would see. */
function loginOf(address: string): { dbname: string; password: string } {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { dbname: `--dbname=${url.href}`, password };
}

/** Dumps a database whole, as a transaction sees it. @throws StartError where the login does not see every row */
export async function dumpDatabase(address: string, file: string, snapshot: string): Promise<void> {
  const { dbname, password } = loginOf(address);
  const args = ['--format=custom', '--no-password', `--snapshot=${snapshot}`, `--file=${file}`, dbname];
  const made = await run('pg_dump', args, password);
  if (/row-level security/.test(made.output))
    throw new StartError(`这个登录受行级安全限制，备份会缺少各单位的内容。请由超级用户执行：
${BACKUP_ROLE}
再把 DATABASE_BACKUP_URL 设为 xinyu_backup 的登录。`);
  if (made.code !== 0) throw new StartError(`pg_dump 没有成功：${made.output.trim()}`);
  const listed = await run('pg_restore', ['--list', file]);
  if (listed.code !== 0 || !/ TABLE DATA public orgs /.test(listed.output))
    throw new StartError(`备份不完整：${listed.output.trim()}`);
}

/** Loads a dump in one transaction. @throws StartError where it fails; the database stays empty */
export async function loadDump(address: string, file: string): Promise<void> {
  const { dbname, password } = loginOf(address);
  const args = ['--no-owner', '--exit-on-error', '--single-transaction', '--no-password', dbname, file];
  const { code, output } = await run('pg_restore', args, password);
  if (code !== 0) throw new StartError(`pg_restore 没有成功，数据库没有改动：${output.trim()}`);
}
