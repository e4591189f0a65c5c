// npm run backup -- DIR: writes a backup of the whole installation without its keys, or leaves nothing.
import path from 'node:path';
import { systemClock } from '../../../platform/runtime/server/clock.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { BACKUP_ROLE } from '../backup/postgres-programs.ts';
import { loadConfig } from '../config/load.ts';
import { commandFailure } from '../report.ts';

const USAGE = `用法：
  npm run backup -- <目录>    把数据库、附件、操作记录的见证文件和清除名单备份到一个新目录，用 npm run restore 恢复

服务可以继续运行；内嵌数据库在复制的片刻里不应答，其余的核对由这个命令在副本上做。
PostgreSQL：登录取自 DATABASE_BACKUP_URL，它必须能绕过行级安全，否则命令会拒绝。由超级用户建立一次：
${BACKUP_ROLE}
密钥不在备份里，请另外保存。`;

const [name, ...more] = process.argv.slice(2);
if (name === undefined || more.length > 0 || name.startsWith('-')) {
  console.log(USAGE);
  process.exitCode = name === '--help' ? 0 : 1;
} else {
  // The folder holds everything about all schools.
  process.umask(0o077);
  const target = path.resolve(name);
  try {
    const config = loadConfig({ serving: false });
    const address = config.databaseBackupUrl;
    const now = systemClock.now();
    const { files } = await makeBackup(config, { address, entries: import.meta.dirname, target, now });
    console.log(`已备份到 ${target}（${Object.keys(files).length} 个文件，用时 ${Math.ceil((systemClock.now() - now) / 1000)} 秒）。
请加密保存，与密钥分开放，并试着恢复一次。`);
    if (config.objectStore) console.log('附件在对象存储里，不在这份备份中：请用它自己的备份。');
  } catch (error) {
    console.error(`没有备份，也没有留下文件。${commandFailure(error)}`);
    process.exitCode = 1;
  }
}
