import type { Services } from '../../../../platform/context/server/services.ts';
import type { KeyRing } from '../../../../platform/crypto/server/data-keys.ts';
import type { RowOf, Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { isServiceExpired } from '../../../../platform/jobs/server/tenant-chore.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import type { SheetAnswer } from '../../rules/scales/answers.ts';
import type { TotalsPack } from '../../rules/scales/pack-schema.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { bandTotals, scoreSheet, type ScoringContext } from '../../rules/scales/score.ts';
import { visibleAnswers } from '../../rules/scales/visible-items.ts';
import { answersByScale } from '../../rules/sheet-state.ts';
import { activeRules } from '../queries/alert-rules.ts';
import * as store from '../queries/sheets.ts';
import { totalsOf } from '../queries/totals.ts';
import { applyRules, isPositive, markPositive } from './apply-rules.ts';
import { BATCH, leftAfter, lockUnscored, type Left, type Unscored } from './lock-unscored.ts';
import { personOf } from './person-of-sheet.ts';
import type { ScoredSheet } from './scored-sheet.ts';
import { packsOf } from './sheet-packs.ts';
import { readState } from './stored-state.ts';

export const SCORING = 'screening-scoring';
/** Sheets of a batch that are stored together. */
const PART = 250;
/** A batch ends early after so many positive sheets: each raises a warning, which is pushed at the commit. */
const POSITIVE_MAX = 50;
const LEASE_MS = 30_000;

/** Subject of a job that scores a whole screening again; any other subject is the sheet that was submitted. */
export const recalculationOf = (examId: string): string => `exam:${examId}`;

/**
 * Scores what was submitted, in batches. Each submission adds a job of its own; the first one that runs scores the
 * sheets of the others too. A recalculation scores the sheets of a screening whose norm set is no longer the plan's.
 */
async function run(context: JobContext): Promise<void> {
  try {
    await scoreAll(context);
  } catch (error) {
    // The answers cannot be read until a renewal; `leftScoring` scores them after it.
    if (!isServiceExpired(error)) throw error;
  }
}

async function scoreAll(context: JobContext): Promise<void> {
  const { subject } = context.job;
  if (subject.startsWith('exam:')) return scoreOutdated(context, subject.slice('exam:'.length));
  // Most submissions are scored one by one: the first batch is small.
  const first = await scoreBatch(context, (tx, orgId) => lockUnscored(tx, orgId, PART));
  if (!first.more) return;
  // On a database server one batch is computed while another one is stored; the embedded engine has one connection.
  const lanes = Array.from({ length: context.services.db.kind === 'server' ? 2 : 1 }, () =>
    scoreUnscored(context, first),
  );
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
}

async function scoreUnscored(context: JobContext, { limit }: Left): Promise<void> {
  for (let next: Pick<Left, 'limit' | 'awaited'> = { limit, awaited: undefined }; ;) {
    context.signal.throwIfAborted();
    const { awaited } = next;
    const done = await scoreBatch(context, (tx, orgId) => lockUnscored(tx, orgId, next.limit, awaited));
    if (!done.more) return;
    next = done;
  }
}

async function scoreOutdated(context: JobContext, examId: string): Promise<void> {
  let after = '';
  for (let limit: number = BATCH.embedded; ;) {
    const done = await scoreBatch(context, async (tx, orgId) => ({
      sheets: await tx.run(store.lockOutdated(orgId, examId, after, limit)),
      limit,
      busy: undefined,
    }));
    if (!done.more) return;
    after = done.last ?? after;
    limit = done.limit;
    context.signal.throwIfAborted();
  }
}

interface Batch extends Left {
  /** The last sheet that was scored. */
  last: string | undefined;
}

/** Scores one batch of sheets in a transaction. @param lock Selects and locks them */
function scoreBatch(context: JobContext, lock: (tx: Tx, orgId: string) => Promise<Unscored>): Promise<Batch> {
  const orgId = context.tenant.orgId ?? '';
  return context.commit(async (tx) => {
    const unscored = await lock(tx, orgId);
    const scored = await scoreSheets(context.services, tx, orgId, unscored.sheets);
    return {
      ...leftAfter(unscored, scored, BATCH[context.services.db.kind]),
      last: unscored.sheets[scored - 1]?.child_exam_id,
    };
  });
}

/**
 * Scores locked sheets and raises the warnings of the school's rules.
 *
 * @returns how many it scored, the first ones; the rest is for the next transaction
 */
export async function scoreSheets(
  services: Services,
  tx: Tx,
  orgId: string,
  sheets: readonly store.UnscoredSheet[],
): Promise<number> {
  if (sheets.length === 0) return 0;
  const keys = await services.keys.within(tx).ring(orgId);
  const rules = await tx.run(activeRules(orgId));
  const imported = sheets.filter((sheet) => sheet.imported).map(({ child_exam_id }) => child_exam_id);
  const totals = imported.length === 0 ? [] : await tx.run(totalsOf(orgId, imported));
  const at = nowIso(services.clock);
  const positive: ScoredSheet[] = [];
  /** The rows of a part. Only positive sheets are kept beyond it: thousands of read answers cost the collector more. */
  const compute = (from: number): Part => {
    const part: Part = { ids: [], former: [], rows: [] };
    for (const sheet of sheets.slice(from, from + PART)) {
      const one = scoreOne(services, keys, { orgId, totals, at }, sheet);
      markPositive(rules, one);
      if (isPositive(one)) positive.push(one);
      part.ids.push(sheet.child_exam_id);
      // A corrected import takes the score away from its sheet, and the results stay.
      if (sheet.scored_at !== null || sheet.imported) part.former.push(sheet.child_exam_id);
      part.rows.push(...one.results);
    }
    return part;
  };
  let from = 0;
  for (let part = compute(from); part.ids.length > 0;) {
    const stored = tx.batch(storing(orgId, part, at));
    // The database stores this part while the next one is computed.
    try {
      from += PART;
      part = compute(positive.length < POSITIVE_MAX ? from : sheets.length);
    } finally {
      await stored;
    }
  }
  await applyRules(services, tx, keys, { orgId, scored: positive });
  return Math.min(from, sheets.length);
}

/** What is stored together. */
interface Part {
  ids: string[];
  /** Sheets that had a score before. */
  former: string[];
  rows: store.NewResult[];
}

const storing = (orgId: string, { ids, former, rows }: Part, at: string) => [
  // A sheet without a score has no results. Looking for some reads the whole table while its statistics say it is empty.
  ...(former.length > 0 ? [store.endResults(orgId, former, at)] : []),
  ...(rows.length > 0 ? [store.insertResults(orgId, rows)] : []),
  store.markScored(orgId, ids, at),
];

function scoreOne(
  services: Pick<Services, 'packs' | 'clock'>,
  keys: KeyRing,
  { orgId, totals, at }: { orgId: string; totals: readonly Total[]; at: string },
  sheet: store.UnscoredSheet,
): ScoredSheet {
  const packs = packsOf(services, orgId, sheet);
  const state = readState(keys, sheet);
  const answers = answersByScale(state);
  const person = personOf(sheet);
  const scores = Object.fromEntries(
    totals.flatMap((total) =>
      total.child_exam_id === sheet.child_exam_id ? [[total.dimension_id, total.score] as const] : [],
    ),
  );
  const results = packs.map((pack) => ({
    result_id: newId(services.clock),
    child_exam_id: sheet.child_exam_id,
    exam_id: sheet.exam_id,
    child_id: sheet.child_id,
    scale_id: pack.id,
    version: pack.version,
    wording: pack.licence?.wording ?? 'none',
    ...(pack.kind === 'totals'
      ? importedScore(pack, scores, sheet)
      : scoreOf(pack, answers.get(pack.id) ?? [], { ...person, normSet: sheet.norm_sets[pack.id] })),
    source: sheet.imported ? ('imported' as const) : ('answered' as const),
    scored_at: at,
  }));
  return { sheet, packs, state, results, met: [] };
}

type Total = RowOf<ReturnType<typeof totalsOf>>;

function importedScore(pack: TotalsPack, scores: Readonly<Record<string, number>>, { norm_sets }: store.UnscoredSheet) {
  const normSet = norm_sets[pack.id];
  const { norm_set, valid, dimensions, marks } = bandTotals(pack, scores, {
    ...(normSet !== undefined && { normSet }),
  });
  return { norm_set, valid, dimensions, marks };
}

/** Questionnaires are not scored. */
function scoreOf(pack: Pack, answers: readonly SheetAnswer[], context: ScoringContext) {
  if (pack.kind !== 'scale') return { norm_set: '', valid: true, dimensions: [], marks: [] };
  const { norm_set, valid, dimensions, marks } = scoreSheet(pack, visibleAnswers(pack, answers), context);
  return { norm_set, valid, dimensions, marks };
}

export const scoringJob: JobKind = {
  name: SCORING,
  slots: 3,
  leaseMs: LEASE_MS,
  maxAttempts: 5,
  maxCrashes: 5,
  run,
};
