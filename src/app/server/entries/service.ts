// npm run service -- status [org] | renew <org> --until YYYY-MM-DD [--trial] [--protection 7-30]: the subscriptions of organisations.
import { parseArgs } from 'node:util';
import { advanceStage } from '../../../features/subscription/server/advance-stage.ts';
import { allTenants } from '../../../platform/context/server/queries/orgs.ts';
import { operate, requireTenant, type Operating } from '../operating.ts';
import { renewOrganisation } from '../organisations/renew-organisation.ts';
import { serviceLine } from '../service-term.ts';

const USAGE = `用法：
  npm run service -- status [单位]                       各单位的服务：阶段、到期日、保护期
  npm run service -- renew <单位> --until 2027-12-31     续期到这一天为止；已到期封存的内容随之恢复（需要 RENEWAL_KEY 或 RENEWAL_KEY_FILE）
      --trial                 续为试用，不写则为正式服务
      --protection 7 至 30    到期以后管理员还能查看和导出多少天，不写则不变
  npm run service -- walk                                按现在的时间推进各单位的阶段；服务器运行时每分钟自动进行`;

async function printService(parts: Operating, orgId: string): Promise<void> {
  const line = await serviceLine(parts, orgId);
  if (line !== undefined) console.log(`  ${line}`);
}

interface Arguments {
  what?: string;
  orgId?: string;
  until?: string;
  trial?: boolean;
  protection?: string;
}

/** The parsed arguments; undefined where one is misspelt, since a wrong renewal is worse than none. */
function readArguments(): Arguments {
  try {
    const {
      values,
      positionals: [what, orgId, ...more],
    } = parseArgs({
      allowPositionals: true,
      options: { until: { type: 'string' }, trial: { type: 'boolean' }, protection: { type: 'string' } },
    });
    return more.length === 0 ? { ...values, what, orgId } : {};
  } catch {
    return {};
  }
}

const { what, orgId, until: day, trial = false, protection } = readArguments();

if (what === 'status')
  await operate(import.meta.dirname, async (parts) => {
    if (orgId !== undefined) await requireTenant(parts, orgId);
    for (const one of orgId === undefined ? await allTenants(parts.db) : [orgId]) await printService(parts, one);
  });
else if (what === 'walk')
  await operate(import.meta.dirname, async (parts) => {
    for (const one of await allTenants(parts.db)) {
      await advanceStage(parts, one);
      await printService(parts, one);
    }
  });
else if (what === 'renew' && orgId !== undefined)
  await operate(import.meta.dirname, async (parts) => {
    await requireTenant(parts, orgId);
    const { unlocked } = await renewOrganisation(parts, orgId, { until: day ?? '', trial, protection });
    console.log(`已续期${unlocked > 0 ? '，封存的内容已恢复' : ''}：`);
    await printService(parts, orgId);
  });
else {
  console.error(USAGE);
  process.exitCode = 1;
}
