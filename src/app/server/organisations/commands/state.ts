import { featureName } from '../../../../features/tenants/server/new-organisations/org-file.ts';
import {
  changeOrganisation,
  hasOpenWork,
  organisationOf,
  readOpenWork,
  resumeOrganisation,
  suspendOrganisation,
  tenantStates,
  type OpenWork,
} from '../../../../features/tenants/server/public.ts';
import { FEATURES } from '../../../../platform/access/software-features.ts';
import { NO_TENANT } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { StartError } from '../../../../platform/runtime/server/start-error.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { requireTenant, type Operating } from '../../operating.ts';
import { serviceLine } from '../../service-term.ts';
import { renewOrganisation } from '../renew-organisation.ts';
import { required, systemOperator, textOf, type Values } from './options.ts';

const day = (at: string): string => dayOf(Date.parse(at));

/** `list`: all organisations with their service. */
export async function list(parts: Operating): Promise<void> {
  const [all] = await parts.db.read(NO_TENANT, [tenantStates()]);
  for (const { org_id, suspended_at, suspended_for } of all) {
    const [[org]] = await parts.db.read({ orgId: org_id, userId: null }, [organisationOf(org_id)]);
    const more = [
      ...(org ? [labelOf('org_type', org.org_type)] : []),
      ...(org?.parent_org_id ? [`上级 ${org.parent_org_id}`] : []),
      ...(suspended_at === null ? [] : [`已于 ${day(suspended_at)} 暂停：${suspended_for}`]),
    ];
    console.log([await serviceLine(parts, org_id), ...more].join('  '));
  }
  if (all.length === 0) console.log('还没有单位：运行 npm run org -- create <文件> 创建第一个');
}

const SHOWN = 50;

function printOpenWork({ warnings, cases }: OpenWork): void {
  const level = (code: number | null) => (code === null ? '未定级' : labelOf('crisis_level', code));
  console.log(`!! 未核实的预警 ${warnings.length} 条，未结的危机个案 ${cases.length} 个：`);
  for (const { warnId, reportedAt, level: code } of warnings.slice(0, SHOWN))
    console.log(`    预警 ${warnId}  ${level(code)}  上报于 ${day(reportedAt)}`);
  for (const { caseId, openedAt, level: code, nextOn } of cases.slice(0, SHOWN))
    console.log(
      `    个案 ${caseId}  ${level(code)}  开始于 ${day(openedAt)}${nextOn === null ? '' : `  下一步 ${nextOn}`}`,
    );
  const more = warnings.length + cases.length - 2 * SHOWN;
  if (more > 0) console.log('    ……');
}

/** The state that others have changed meanwhile, in words of this command. */
function stateError(error: unknown, text: string): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'PSY_TENANT_TASK') return new StartError(error.message);
  return error.code === 'PSY_TENANT_STATE' ? new StartError(text) : error;
}

/** `suspend ID`. */
export async function suspend(parts: Operating, orgId: string, values: Values): Promise<void> {
  await requireTenant(parts, orgId);
  const reason = required(values, 'reason', '为什么暂停，写进操作记录');
  const open = await readOpenWork(parts, orgId);
  if (hasOpenWork(open)) {
    printOpenWork(open);
    if (values['confirm-open-cases'] !== true)
      throw new StartError(
        '没有暂停。暂停以后学校里没有人能登录，预警也不再逐级上报：请先与学校负责人落实由谁跟进这些学生，再加上 --confirm-open-cases',
      );
  }
  const { sessions } = await suspendOrganisation(parts, systemOperator(), orgId, {
    reason,
    confirmsOpenCases: values['confirm-open-cases'] === true,
  }).catch((error: unknown) => {
    throw stateError(error, '这个单位已经暂停');
  });
  console.log(`已暂停 ${orgId} 的服务：结束了 ${sessions} 个登录，后台任务暂停，内容都还在。`);
}

/** `resume ID`. */
export async function resume(parts: Operating, orgId: string, values: Values): Promise<void> {
  await requireTenant(parts, orgId);
  const reason = textOf(values, 'reason') ?? '恢复服务';
  const { open } = await resumeOrganisation(parts, systemOperator(), orgId, reason).catch((error: unknown) => {
    throw stateError(error, '这个单位没有暂停');
  });
  console.log(`已恢复 ${orgId} 的服务。`);
  if (!hasOpenWork(open)) return;
  printOpenWork(open);
  console.log('这些预警从现在起继续逐级上报，请提醒学校尽快处理。');
}

/** @throws StartError where a name is unknown */
function featuresIn(text: string): string[] {
  const names = text.split(/[、，,\s]+/).filter(Boolean);
  return names.map((name) => {
    const found = FEATURES.find((feature) => feature === name || featureName(feature) === name);
    if (found === undefined)
      throw new StartError(
        `没有软件功能“${name}”，可以写：${FEATURES.map((one) => `${featureName(one)}（${one}）`).join('、')}`,
      );
    return found;
  });
}

/** `set ID`: features, term, parent. */
export async function set(parts: Operating, orgId: string, values: Values): Promise<void> {
  await requireTenant(parts, orgId);
  const features = textOf(values, 'features');
  const parent = textOf(values, 'parent');
  const hasTerm = values.until !== undefined;
  if (features === undefined && parent === undefined && !hasTerm)
    throw new StartError('没有要改的内容：--features、--parent 或 --until，至少写一个');
  const change = {
    ...(features !== undefined && { features: features === 'none' ? [] : featuresIn(features) }),
    ...(parent !== undefined && { parent: parent === 'none' ? null : parent }),
  };
  if (features !== undefined || parent !== undefined)
    await changeOrganisation(parts, systemOperator(), orgId, change).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'PSY_PARENT_INVALID'
        ? new StartError('--parent 应为已有机构的编号，并且只有学校有上级；none 为没有上级')
        : stateError(error, '这个单位的状态刚刚变化过');
    });
  if (hasTerm)
    await renewOrganisation(parts, orgId, {
      until: required(values, 'until', '新的到期日，例如 2027-12-31'),
      trial: values.trial === true,
      protection: textOf(values, 'protection'),
    });
  console.log(`已修改：${(await serviceLine(parts, orgId)) ?? orgId}`);
}
