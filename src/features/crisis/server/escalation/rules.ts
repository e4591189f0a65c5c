import { rightsOfRoles } from '../../../../platform/access/server/rights-of-roles.ts';
import { OPEN } from '../../../../platform/access/server/rights.ts';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { activeTeachers, activeStaff } from '../../../staff/server/public.ts';
import {
  INTERVIEW_DAYS,
  type EscalationRules,
  type escalation,
  type putEscalation,
} from '../../contract/escalation.ts';
import { afterWorkingDays } from '../../rules/working-time.ts';
import * as store from '../queries/escalations.ts';
import { escalationTable } from './default-steps.ts';

/** Until when the verdict on a screening's warning is due. */
export const verdictDueFrom = ({ hours, interview_days = INTERVIEW_DAYS }: EscalationRules, at: number): string =>
  isoTime(afterWorkingDays(hours, at, interview_days));

/** Default working time: Monday to Friday. */
const HOURS: EscalationRules['hours'] = {
  days: [1, 2, 3, 4, 5],
  from: '07:30',
  to: '18:00',
  holidays: [],
  workdays: [],
};

type Access = Pick<Services['access'], 'table' | 'decide' | 'security'>;

/** The default rules, with the roles that may read warnings: a notice must lead somewhere. */
async function defaults(read: Tx['batch'], access: Access, orgId: string): Promise<EscalationRules> {
  const may = await rightsOfRoles(read, access, orgId);
  return {
    steps: access
      .table(escalationTable)
      .map((step) => ({
        ...step,
        roles: step.roles.filter((role) => may(role, 'crisis/warn', OPEN)),
        user_ids: [],
        stand_in_ids: [],
      }))
      .filter(({ roles }) => roles.length > 0),
    hours: HOURS,
  };
}

/** Escalation rules of a tenant, or the defaults. */
export async function rulesNow(tx: Tx, access: Access, orgId: string): Promise<EscalationRules> {
  const [row] = await tx.run(store.rulesOf(orgId));
  return row?.rules ?? defaults((statements) => tx.batch(statements), access, orgId);
}

const namedIn = ({ steps }: EscalationRules): string[] => [
  ...new Set(steps.flatMap(({ user_ids, stand_in_ids }) => [...user_ids, ...stand_in_ids])),
];

/** The rules of the tenant, with the people and roles that can be chosen. */
export async function readRules(ctx: OrgContext): Promise<DataOf<typeof escalation>> {
  const {
    actor: { orgId, orgType },
    services: { access },
  } = ctx;
  const [[row], people] = await ctx.read([store.rulesOf(orgId), activeTeachers(orgId)]);
  return {
    rules: row?.rules ?? (await defaults(ctx.read, access, orgId)),
    version: row?.version ?? 0,
    people,
    roles: [...access.grants.rolesIn(orgType)],
  };
}

/** Checks that a schema cannot express. */
function check({ steps, hours }: EscalationRules, roles: readonly number[]): void {
  for (const [i, step] of steps.entries()) {
    if (step.roles.length === 0 && step.user_ids.length === 0)
      throw invalid(`/rules/steps/${i}/roles`, '请选择角色，或点名教职工');
    const stranger = step.roles.findIndex((role) => !roles.includes(role));
    if (stranger >= 0) throw invalid(`/rules/steps/${i}/roles/${stranger}`, '学校里没有这个角色');
  }
  if (hours.from >= hours.to) throw invalid('/rules/hours/to', '下班时间应晚于上班时间');
  const backwards = hours.holidays.findIndex(({ from, to }) => from > to);
  if (backwards >= 0) throw invalid(`/rules/hours/holidays/${backwards}/to`, '结束日期不能早于开始日期');
}

const facts = ({ steps, hours, interview_days = INTERVIEW_DAYS }: EscalationRules) => ({
  escalation_steps: steps
    .map(
      ({ name, minutes, sms }) =>
        `${name}（${minutes.level_1}/${minutes.level_2}/${minutes.level_3} 分钟${sms ? '，短信' : ''}）`,
    )
    .join('、'),
  working_time: `${hours.from}—${hours.to}，每周 ${hours.days.length} 天，假期 ${hours.holidays.length} 段`,
  interview_days,
});

/**
 * Changes the escalation rules. Running escalations keep the rules that they started with.
 *
 * @throws AppError PSY_INVALID_INPUT; PSY_CONFLICT when another user changed the rules since they were read
 */
export async function changeRules(
  ctx: OrgContext,
  tx: Tx,
  { rules, version }: BodyOf<typeof putEscalation>,
): Promise<void> {
  const {
    actor: { orgId, orgType },
    caller: { userId },
    services: { access },
  } = ctx;
  check(rules, access.grants.rolesIn(orgType));
  const at = ctx.nowIso();
  const named = namedIn(rules);
  const people = new Set((await tx.run(activeStaff(orgId, named))).map(({ user_id }) => user_id));
  const stranger = named.find((id) => !people.has(id));
  if (stranger !== undefined) {
    const i = rules.steps.findIndex(({ user_ids, stand_in_ids }) => [...user_ids, ...stand_in_ids].includes(stranger));
    throw invalid(`/rules/steps/${i}/user_ids`, '有人不是本校的教职工，或已停用');
  }
  const conflict = new AppError('PSY_CONFLICT', { message: '上报规则刚刚被他人修改，请刷新后重试' });
  const [before] = await tx.run(store.lockRules(orgId));
  if ((before?.version ?? 0) !== version) throw conflict;
  const next = { rules, version: version + 1, updated_at: at, updated_by: userId };
  const changed = await tx.run(before ? store.updateRules(orgId, next) : store.insertRules({ org_id: orgId, ...next }));
  if (changed === 0) throw conflict;
  await audit(tx, ctx, {
    act: 'update',
    resource: 'escalation',
    rowId: orgId,
    rowLabel: '预警上报规则',
    before: facts(before?.rules ?? (await defaults((statements) => tx.batch(statements), access, orgId))),
    after: facts(rules),
  });
}
