import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { HomeContent } from '../../../platform/home/contract.ts';
import { mayUse, type HomeCard } from '../../../platform/home/server/cards.ts';
import { figuresByValue, figuresOf } from '../../../platform/home/server/figures.ts';
import { firstRows } from '../../../platform/resources/server/reading.ts';
import { CASE_STATUS, CRISIS_LEVELS, VALID_STATUS } from '../rules/crisis.ts';
import { caseHooks } from './hooks.ts';
import { reportStates } from './queries/warns.ts';
import { trend } from './trend.ts';

const RECENT = 5;
const VERIFY = { area: 'crisis/warn/verify', act: 'verify' } as const;
const STATES = ['waiting', 'taken', 'verified'] as const;

const waiting = { valid_status: VALID_STATUS.pending };
const open = { status: CASE_STATUS.open };

/** Warnings that wait for a verdict. */
const readWarnings = async (ctx: OrgContext): Promise<HomeContent> => ({
  figures: await figuresByValue(
    ctx,
    { entity: 'warn', list: waiting, field: 'progress' },
    { pending: undefined, overdue: 'overdue', waiting: 'waiting' },
  ),
});

async function readCases(ctx: OrgContext): Promise<HomeContent> {
  const [levels, next] = await Promise.all([
    figuresByValue(
      ctx,
      { entity: 'crisis-case', list: open, field: 'crisis_level' },
      Object.fromEntries(CRISIS_LEVELS.map((level) => [`level${level}`, level])),
    ),
    figuresOf(ctx, [{ key: 'next', entity: 'crisis-case', list: { ...open, next_state: 'overdue,today' } }]),
  ]);
  return { figures: [...levels, ...next] };
}

async function readRecent(ctx: OrgContext): Promise<HomeContent> {
  const items = await firstRows(ctx, 'crisis-case', caseHooks, { ...open, sort: '-opened_at', size: RECENT });
  return {
    cases: items.map(({ case_id, child_id, child_name, class_name, crisis_level, opened_at }) => ({
      case_id: String(case_id),
      child_id: String(child_id),
      child_name: String(child_name),
      ...(typeof class_name === 'string' && { class_name }),
      crisis_level: Number(crisis_level),
      opened_at: String(opened_at),
    })),
  };
}

/** Warnings of the school year by month; an institution gets suppressed and rounded numbers of students. */
async function readTrend(ctx: OrgContext): Promise<HomeContent> {
  const { months, verify_minutes } = await trend(ctx);
  return {
    months: months.map(({ key: month, n, last }) => ({
      month,
      ...(n !== undefined && { n }),
      ...(last !== undefined && { last }),
    })),
    ...(verify_minutes !== undefined && { verify_minutes }),
  };
}

/** The caller's reports by state; nothing for those who verify reports and have made none. */
async function readOwn(ctx: OrgContext): Promise<HomeContent | undefined> {
  const [rows] = await ctx.read([reportStates(ctx.actor.orgId, ctx.caller.userId)]);
  if (rows.length === 0 && mayUse(ctx, VERIFY)) return undefined;
  const count = new Map(rows.map(({ state, n }) => [state, n]));
  return { figures: STATES.map((key) => ({ key, n: count.get(key) ?? 0, query: `state=${key}` })) };
}

/** Cards about warnings and cases. */
export const crisisCards: readonly HomeCard[] = [
  { ...VERIFY, key: 'warnings', order: 10, orderOf: { administration: 20 }, size: 'medium', read: readWarnings },
  {
    key: 'own-reports',
    area: 'crisis-report',
    act: 'report',
    order: 15,
    orderOf: { psychology: 80, administration: 80, leadership: 80 },
    size: 'medium',
    read: readOwn,
  },
  { key: 'open-cases', area: 'crisis/case', order: 40, size: 'medium', read: readCases },
  {
    key: 'recent-cases',
    area: 'crisis/case',
    act: 'open',
    order: 50,
    size: 'medium',
    proof: 'crisis/case',
    read: readRecent,
  },
  {
    key: 'warn-trend',
    area: 'warning/statistics',
    order: 60,
    size: 'large',
    proof: 'warning/statistics',
    read: readTrend,
  },
];
