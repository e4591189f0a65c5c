import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { HomeContent, HomeSchool } from '../../../platform/home/contract.ts';
import { mayUse, type HomeCard, type SchoolFacts } from '../../../platform/home/server/cards.ts';
import { listRows, mayRead } from '../../../platform/resources/server/reading.ts';
import { schoolHooks } from './hooks.ts';

/** Schools in the table; the page of schools has all of them. */
const SCHOOLS = 50;

type Found = Awaited<ReturnType<SchoolFacts['read']>>;

/** The schools of an institution with what the features know of them. */
async function read(ctx: OrgContext): Promise<HomeContent> {
  const { items, total } = await listRows(ctx, 'school', schoolHooks, { size: SCHOOLS, sort: 'account_expire_at' });
  const ids = items.map(({ school_id }) => String(school_id));
  const waiting: SchoolFacts[] = [];
  const open = async (facts: SchoolFacts): Promise<Found> => {
    if (!mayUse(ctx, facts)) return new Map();
    if (facts.proof === undefined || (await mayRead(ctx, facts.proof))) return facts.read(ctx, ids);
    waiting.push(facts);
    return new Map();
  };
  const known = await Promise.all(ctx.services.home.schoolFacts.map(open));
  return {
    ...(waiting.length > 0 && { locked: true }),
    schools_total: total,
    schools: items.map(({ school_name, product_status, account_expire_at }, i) => ({
      school_id: ids[i] ?? '',
      school_name: String(school_name),
      product_status: Number(product_status),
      ...(typeof account_expire_at === 'string' && { account_expire_at }),
      ...known.reduce<Partial<HomeSchool>>((all, facts) => ({ ...all, ...facts.get(ids[i] ?? '') }), {}),
    })),
  };
}

export const schoolsCard: HomeCard = { key: 'schools', area: 'school-manage', order: 10, size: 'large', read };
