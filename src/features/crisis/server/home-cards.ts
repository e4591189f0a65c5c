import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { HomeContent } from '../../../platform/home/contract.ts';
import { mayUse, type HomeCard } from '../../../platform/home/server/cards.ts';
import { figuresOf } from '../../../platform/home/server/figures.ts';
import { listRows } from '../../../platform/resources/server/reading.ts';
import { CASE_STATUS, CRISIS_LEVELS, VALID_STATUS } from '../rules/crisis.ts';
import { caseHooks } from './hooks.ts';
import { reportStates } from './queries/warns.ts';
import { statistics } from './statistics.ts';

const RECENT = 5;
const VERIFY = { area: 'crisis/warn/verify', act: 'verify' } as const;
const STATES = ['waiting', 'taken', 'verified'] as const;

const waiting = { valid_status: VALID_STATUS.pending };

/** Warnings that wait for a verdict. */
const readWarnings = async (ctx: OrgContext): Promise<HomeContent> => ({
  figures: await figuresOf(ctx, [
    { key: 'pending', entity: 'warn', list: waiting },
    { key: 'overdue', entity: 'warn', list: { ...waiting, progress: 'overdue' } },
    { key: 'waiting', entity: 'warn', list: { ...waiting, progress: 'waiting' } },
  ]),
});

const readCases = async (ctx: OrgContext): Promise<HomeContent> => ({
  figures: await figuresOf(ctx, [
    ...CRISIS_LEVELS.map((level) => ({
      key: `level${level}`,
      entity: 'crisis-case',
      list: { status: CASE_STATUS.open, crisis_level: level },
    })),
    {
      key: 'next',
      entity: 'crisis-case',
      list: { status: CASE_STATUS.open, next_state: 'overdue,today' },
    },
  ]),
});

async function readRecent(ctx: OrgContext): Promise<HomeContent> {
  const { items } = await listRows(ctx, 'crisis-case', caseHooks, {
    status: CASE_STATUS.open,
    sort: '-opened_at',
    size: RECENT,
  });
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
  const { months, verify } = await statistics(ctx, {});
  return {
    months: months.map(({ key: month, n, last }) => ({
      month,
      ...(n !== undefined && { n }),
      ...(last !== undefined && { last }),
    })),
    ...(verify && { verify_minutes: verify.median }),
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
