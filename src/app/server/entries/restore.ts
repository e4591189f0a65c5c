// npm run restore -- DIR: restores a backup into an empty installation, and verifies what it has restored.
import path from 'node:path';
import { countersignatureFile, readCountersignatures } from '../../../platform/audit/server/countersignatures.ts';
import { verifyAudit } from '../../../platform/audit/server/verify.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { requireContents } from '../backup/verify-contents.ts';
import { loadConfig } from '../config/load.ts';
import { operate, type Operating } from '../operating.ts';
import { commandFailure } from '../report.ts';

const USAGE = `用法：
  npm run restore -- <目录>    把 npm run backup 的备份恢复到空的数据目录，或空的 PostgreSQL 数据库（DATABASE_ADMIN_URL）

先准备好另外保存的密钥：生产方式设置 APP_SECRET、MASTER_KEY、RENEWAL_PUBLIC_KEY，其他方式把密钥文件放进 DATA_DIR。
把最新的 erasures.jsonl 放进 DATA_DIR：备份之后清除的学生会在下次启动时再次清除。`;

/** @throws StartError where a log is not as it was written */
async function requireLogs({ db, ledger, config }: Operating): Promise<void> {
  const { countersignatures, invalidLines } = readCountersignatures(countersignatureFile(config.dataDir), ledger);
  const verdicts = await verifyAudit(db, ledger, countersignatures);
  const bad = verdicts.filter(({ findings }) => findings.length > 0).map(({ orgName }) => orgName);
  if (bad.length > 0 || invalidLines.length > 0)
    throw new StartError(`操作记录有问题（${bad.join('、') || '见证文件'}）：npm run audit verify 列出全部`);
  console.log(`✓ ${verdicts.length} 个单位的操作记录完好`);
}

const [name, ...more] = process.argv.slice(2);
if (name === undefined || more.length > 0 || name.startsWith('-')) {
  console.log(USAGE);
  process.exitCode = name === '--help' ? 0 : 1;
} else {
  process.umask(0o077);
  try {
    const config = loadConfig({ serving: false });
    const manifest = await restoreBackup(config, path.resolve(name));
    console.log(`✓ 已恢复 ${manifest.made_at} 的备份，正在核对……`);
    await requireContents(config, manifest, import.meta.dirname);
    console.log(`✓ ${Object.keys(manifest.tables).length} 张表的内容与备份时一致`);
    await operate(import.meta.dirname, async (parts) => {
      await requireLogs(parts);
      console.log('恢复完成，可以启动服务。');
    });
  } catch (error) {
    console.error(commandFailure(error));
    process.exitCode = 1;
  }
}
