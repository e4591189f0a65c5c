import { describe, expect, it } from 'vitest';
import {
  beyondPlan,
  planStatus,
  refusedPlanChanges,
  type PlanBounds,
} from '../../../src/features/screening/rules/bureau-plan.ts';
import { compareAllPairs, randomOf, reader } from '../../support/differencing.ts';

const SCHOOLS = [0, 1, 2, 3];
/** Every set of schools that a role may be limited to, or that is left when others leave the institution. */
const SCOPES = Array.from({ length: 2 ** SCHOOLS.length }, (_, bits) =>
  SCHOOLS.filter((school) => bits & (2 ** school)),
);

interface Sheet {
  school: number;
  submitted: boolean;
}

/** The sizes of all groups that an answer counts, for every scope: each school, and the total of the scope. */
const groupSizes = (sheets: readonly Sheet[]): number[] =>
  SCOPES.flatMap((schools) => {
    const within = sheets.filter(({ school }) => schools.includes(school));
    const places = [within, ...schools.map((school) => within.filter((sheet) => sheet.school === school))];
    return places.flatMap((place) => [place.length, place.filter(({ submitted }) => submitted).length]);
  });

describe('the progress of an institution’s plan', () => {
  it.each([5, 6, 10])(
    'reveals no child by the difference of two answers: of two roles, schools in or out, now or before (%i)',
    (smallest) => {
      const read = reader(smallest);
      const wrong = new Set<string>();
      let compared = 0;
      for (let seed = 1; seed <= 6; seed++) {
        const random = randomOf(seed);
        const sheets = Array.from({ length: 20 + Math.floor(random() * 160) }, (): Sheet => ({
          school: Math.floor(random() ** 2 * SCHOOLS.length),
          submitted: random() < 0.5,
        }));
        const now = groupSizes(sheets).map(read);
        const earlier = [
          groupSizes(sheets.slice(1)),
          groupSizes(sheets.map((sheet, i) => (i === 0 ? { ...sheet, submitted: !sheet.submitted } : sheet))),
        ];
        for (const before of earlier) {
          const found = compareAllPairs(now, before.map(read), smallest);
          for (const one of found.wrong) wrong.add(one);
          compared += found.compared;
        }
      }
      expect([...wrong]).toEqual([]);
      expect(compared).toBeGreaterThan(10_000);
    },
  );
});

describe('an institution’s plan', () => {
  const before = {
    plan_name: '计划',
    scale_ids: ['who-5'],
    norm_sets: {},
    starts_at: '2026-11-01T00:00:00Z',
    ends_at: '2026-11-30T00:00:00Z',
    school_ids: ['2001'],
  };

  it('is over when its end has passed, unless it is a draft', () => {
    const end = Date.parse(before.ends_at);
    const at = (status: 'draft' | 'sent' | 'closed', now: number) => planStatus({ ...before, status }, now);
    expect([at('sent', end - 1), at('sent', end), at('draft', end), at('closed', end - 1)]).toEqual([
      'sent',
      'closed',
      'draft',
      'closed',
    ]);
  });

  it('lets its end move later and its schools grow once it is sent', () => {
    const refused = (change: object) => refusedPlanChanges(before, { ...before, ...change }).map(({ field }) => field);
    expect(refused({ ends_at: '2026-12-30T08:00:00+08:00', school_ids: ['2002', '2001'] })).toEqual([]);
    expect(refused({ starts_at: '2026-11-01T08:00:00+08:00' })).toEqual([]);
    expect(refused({ ends_at: '2026-11-29T00:00:00Z', school_ids: ['2002'], note: 'x' })).toEqual([
      '/note',
      '/ends_at',
      '/school_ids',
    ]);
  });

  it('binds a screening to its packs, norm sets, text and window', () => {
    const plan: PlanBounds = { ...before, consent_text: null };
    const exam = { ...before, exam_name: 'x', consent_text: undefined };
    const refused = (change: object, bounds = plan) =>
      beyondPlan(bounds, exam, { ...exam, ...change }).map(({ field }) => field);
    expect(refused({ exam_name: 'y', consent_text: '自己的', starts_at: '2026-11-02T00:00:00Z' })).toEqual([]);
    expect(refused({ consent_text: '自己的' }, { ...plan, consent_text: '统一的' })).toEqual(['/consent_text']);
    expect(refused({ scale_ids: ['gad-7'], norm_sets: { 'who-5': 'published' } })).toEqual([
      '/scale_ids',
      '/norm_sets',
    ]);
    expect(refused({ starts_at: '2026-10-01T00:00:00Z' })).toEqual(['/starts_at']);
    expect(refused({ ends_at: '2026-12-01T00:00:00Z' })).toEqual(['/ends_at']);
  });
});
