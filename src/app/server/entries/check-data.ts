// npm run check-data: reads the embedded database whole and verifies the operation log. Exit code 1 on any damage.
import path from 'node:path';
import { countersignatureFile, readCountersignatures } from '../../../platform/audit/server/countersignatures.ts';
import { verifyAudit } from '../../../platform/audit/server/verify.ts';
import { checkData } from '../../../platform/db/server/check-data.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { operate } from '../operating.ts';

/** Maximum number of printed problems per table and organisation. */
const SHOWN = 10;

function report(name: string, amount: string, problems: readonly string[]): void {
  console.log(
    `${problems.length === 0 ? '✓' : '✗'} ${name}：${amount}${problems.length === 0 ? '' : `，发现 ${problems.length} 处问题`}`,
  );
  for (const problem of problems.slice(0, SHOWN)) console.log(`    ${problem}`);
  if (problems.length > SHOWN) console.log(`    ……另有 ${problems.length - SHOWN} 处`);
}

await operate(import.meta.dirname, async ({ db, ledger, config }) => {
  if (db.kind === 'server')
    throw new StartError(
      'check-data 检查内嵌数据库；PostgreSQL 请用它自带的 pg_checksums 或 pg_amcheck，操作记录用 npm run audit verify',
    );
  const { hasChecksums, tables, others } = await checkData(db, path.join(config.dataDir, 'db'));
  if (!hasChecksums) console.log('这个数据目录没有页校验和：只能发现读不出来的内容，不能发现被改动的内容');
  for (const { name, content, problems } of tables)
    report(name, content === undefined ? '没有读完' : `${content.rows} 行`, problems);
  if (others.length > 0) report('系统表和索引', '', others);

  const { countersignatures, invalidLines } = readCountersignatures(countersignatureFile(config.dataDir), ledger);
  const verdicts = await verifyAudit(db, ledger, countersignatures);
  for (const { orgId, orgName, entries, findings } of verdicts)
    report(
      `操作记录 ${orgId} ${orgName}`,
      `${entries} 条`,
      findings.map(({ text }) => text),
    );
  if (invalidLines.length > 0)
    report(
      '操作记录的见证文件',
      '',
      invalidLines.map((line) => `第 ${line} 条被改动，或它前面的被删除`),
    );

  const isDamaged = others.length > 0 || tables.some(({ problems }) => problems.length > 0);
  const isLogTampered = invalidLines.length > 0 || verdicts.some(({ findings }) => findings.length > 0);
  if (isDamaged) console.log('数据有损坏：请先停止使用并完整复制数据目录，再从备份恢复。');
  if (isLogTampered) console.log('操作记录有问题，见上面各单位的说明。');
  if (!isDamaged && !isLogTampered)
    console.log(`全部完好：读完 ${tables.length} 张表，核对了 ${verdicts.length} 个单位的操作记录。`);
  if (isDamaged || isLogTampered) process.exitCode = 1;
});
