// npm run backup -- FILE: dumps the PostgreSQL database whole, or leaves no file. Needs pg_dump and pg_restore.
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { command } from './lib/command.mjs';

const USAGE = `用法：
  npm run backup -- <文件>    把 PostgreSQL 数据库完整备份到一个新文件（pg_dump 的 custom 格式，用 pg_restore 恢复）

登录取自 DATABASE_BACKUP_URL。它必须能绕过行级安全，否则备份不完整，命令会拒绝。由超级用户建立一次：
  create role xinyu_backup login bypassrls password '…';
  grant pg_read_all_data to xinyu_backup;
附件、操作记录的见证文件和密钥另外备份，见 .readme/operating.md。`;

const EMBEDDED = `没有设置 DATABASE_BACKUP_URL（也没有 DATABASE_ADMIN_URL 和 DATABASE_URL）。
使用内嵌数据库时：先停止服务，再完整复制 DATA_DIR。`;

/**
 * Runs a program of PostgreSQL; resolves with its exit code and what it printed.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} [password]
 * @returns {Promise<{ code: number | null; output: string }>}
 */
function run(program, args, password) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(
        error.code === 'ENOENT'
          ? new Error(`没有找到 ${program}：请安装 PostgreSQL 的客户端程序，并让它在 PATH 中`)
          : error,
      ),
    );
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** @param {string} output */
const explained = (output) =>
  /row-level security/.test(output)
    ? `这个登录受行级安全限制，备份会缺少各单位的内容。请由超级用户执行：
  create role xinyu_backup login bypassrls password '…';
  grant pg_read_all_data to xinyu_backup;
再把 DATABASE_BACKUP_URL 设为 xinyu_backup 的登录。`
    : output.trim();

/**
 * @param {string} address
 * @param {string} part File that is written
 * @returns {Promise<string | undefined>} Why there is no backup; undefined where there is one
 */
async function dump(address, part) {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const made = await run(
    'pg_dump',
    ['--format=custom', '--no-password', `--file=${part}`, `--dbname=${url.href}`],
    password,
  );
  if (made.code !== 0) return explained(made.output);
  const listed = await run('pg_restore', ['--list', part]);
  return listed.code === 0 && / TABLE DATA public orgs /.test(listed.output)
    ? undefined
    : `备份不完整：${listed.output.trim()}`;
}

await command(async () => {
  const [name, ...more] = process.argv.slice(2);
  if (name === undefined || more.length > 0 || name.startsWith('-')) {
    console.log(USAGE);
    process.exitCode = name === '--help' ? 0 : 1;
    return;
  }
  const { DATABASE_BACKUP_URL, DATABASE_ADMIN_URL, DATABASE_URL } = process.env;
  const address = DATABASE_BACKUP_URL || DATABASE_ADMIN_URL || DATABASE_URL;
  const file = path.resolve(name);
  const part = `${file}.part`;
  const problem = !address ? EMBEDDED : existsSync(file) ? `${file} 已经存在：请换一个文件名` : undefined;
  // The file holds everything about all schools.
  process.umask(0o077);
  const failed = problem ?? (await dump(address ?? '', part).catch((error) => error.message));
  if (failed !== undefined) {
    rmSync(part, { force: true });
    console.error(`没有备份，也没有留下文件：${failed}`);
    process.exitCode = 1;
    return;
  }
  renameSync(part, file);
  console.log(`已备份到 ${file}（${(statSync(file).size / 1024 / 1024).toFixed(1)} MB）。请加密保存，并试着恢复一次。`);
});
