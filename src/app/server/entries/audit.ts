// npm run audit verify [org | platform]: verifies the operation log. Exit code 1 when it was tampered with or cannot be verified.
import { readCountersignatures, countersignatureFile } from '../../../platform/audit/server/countersignatures.ts';
import { verifyAudit } from '../../../platform/audit/server/verify.ts';
import { PLATFORM_ORG } from '../../../platform/context/server/platform-org.ts';
import { operate, requireTenant } from '../operating.ts';

/** Maximum number of printed findings per organisation. */
const SHOWN = 20;

const [what, named] = process.argv.slice(2);
const only = named === 'platform' ? PLATFORM_ORG : named;

if (what === 'verify')
  await operate(import.meta.dirname, async (parts) => {
    const { db, ledger, config } = parts;
    if (only !== undefined && only !== PLATFORM_ORG) await requireTenant(parts, only);
    const { countersignatures, invalidLines } = readCountersignatures(countersignatureFile(config.dataDir), ledger);
    const verdicts = await verifyAudit(db, ledger, countersignatures, only);
    for (const { orgId, orgName, entries, findings } of verdicts) {
      console.log(
        `${findings.length === 0 ? '✓' : '✗'} ${orgId} ${orgName}：${entries} 条，${findings.length === 0 ? '完好' : `发现 ${findings.length} 处问题`}`,
      );
      for (const { text } of findings.slice(0, SHOWN)) console.log(`    ${text}`);
      if (findings.length > SHOWN) console.log(`    ……另有 ${findings.length - SHOWN} 处`);
    }
    for (const line of invalidLines) console.log(`✗ 见证文件第 ${line} 条被改动，或它前面的被删除`);
    if (verdicts.length === 0) console.log('还没有操作记录');
    if (invalidLines.length > 0 || verdicts.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
  });
else {
  console.error('用法：npm run audit verify [单位编号 | platform]；platform 是平台自己的操作记录');
  process.exitCode = 1;
}
