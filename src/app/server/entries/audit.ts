// npm run audit verify [org]: verifies the operation log. Exit code 1: it was changed, or could not be verified.
import { readSeals, sealsFile } from '../../../platform/audit/server/seals.ts';
import { verifyAudit } from '../../../platform/audit/server/verify.ts';
import { operate, requireTenant } from '../operating.ts';

/** At most so many findings are printed for one organisation. */
const SHOWN = 20;

const [what, only] = process.argv.slice(2);

if (what === 'verify')
  await operate(import.meta.dirname, async (parts) => {
    const { db, ledger, config } = parts;
    if (only !== undefined) await requireTenant(parts, only);
    const { seals, wrong } = readSeals(sealsFile(config.dataDir), ledger);
    const verdicts = await verifyAudit(db, ledger, seals, only);
    for (const { orgId, orgName, entries, findings } of verdicts) {
      console.log(
        `${findings.length === 0 ? '✓' : '✗'} ${orgId} ${orgName}：${entries} 条，${findings.length === 0 ? '完好' : `发现 ${findings.length} 处问题`}`,
      );
      for (const { text } of findings.slice(0, SHOWN)) console.log(`    ${text}`);
      if (findings.length > SHOWN) console.log(`    ……另有 ${findings.length - SHOWN} 处`);
    }
    for (const line of wrong) console.log(`✗ 见证文件第 ${line} 条被改动，或它前面的被删除`);
    if (verdicts.length === 0) console.log('还没有操作记录');
    if (wrong.length > 0 || verdicts.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
  });
else {
  console.error('用法：npm run audit verify [机构编号]');
  process.exitCode = 1;
}
