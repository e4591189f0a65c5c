import type { Services } from '../../../../platform/context/server/services.ts';
import type { KeyRing } from '../../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { isServiceExpired } from '../../../../platform/jobs/server/tenant-chore.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { ageOn } from '../../rules/age.ts';
import type { Pack, Person } from '../../rules/scales/pack.ts';
import { scoreSheet } from '../../rules/scales/score.ts';
import type { SheetState } from '../../rules/sheet-state.ts';
import { activeRules } from '../queries/alert-rules.ts';
import * as store from '../queries/sheets.ts';
import { applyRules, markPositive } from './apply-rules.ts';
import type { ScoredSheet } from './scored-sheet.ts';
import { countedAnswers, packsOf } from './sheet-packs.ts';
import { readState } from './stored-state.ts';

export const SCORING = 'screening-scoring';
/** Sheets that are scored in one transaction. */
export const BATCH = 500;
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
  const { job, services, signal, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const examId = job.subject.startsWith('exam:') ? job.subject.slice('exam:'.length) : undefined;
  let after = '';
  for (;;) {
    const done = await context.commit(async (tx) => {
      const sheets = await tx.run(
        examId === undefined ? store.lockUnscored(orgId, BATCH) : store.lockOutdated(orgId, examId, after, BATCH),
      );
      await scoreSheets(services, tx, orgId, sheets);
      return sheets;
    });
    if (done.length < BATCH) return;
    after = done.at(-1)?.child_exam_id ?? after;
    signal.throwIfAborted();
  }
}

/** Scores locked sheets and raises the warnings of the school's rules. */
export async function scoreSheets(
  services: Services,
  tx: Tx,
  orgId: string,
  sheets: readonly store.StoredSheet[],
): Promise<void> {
  if (sheets.length === 0) return;
  const keys = await services.keys.within(tx).ring(orgId);
  const at = nowIso(services.clock);
  const ids = sheets.map(({ child_exam_id }) => child_exam_id);
  const scored = sheets.map((sheet) => scoreOne(services, keys, orgId, sheet, at));
  const rules = await tx.run(activeRules(orgId));
  for (const one of scored) markPositive(rules, one);
  const rows = scored.flatMap(({ results }) => results);
  await tx.batch([
    store.endResults(orgId, ids, at),
    ...(rows.length > 0 ? [store.insertResults(orgId, rows)] : []),
    store.markScored(orgId, ids, at),
  ]);
  await applyRules(services, tx, keys, { orgId, scored });
}

function scoreOne(
  services: Pick<Services, 'packs' | 'clock'>,
  keys: KeyRing,
  orgId: string,
  sheet: store.StoredSheet,
  at: string,
): ScoredSheet {
  const packs = packsOf(services, orgId, sheet);
  const state = readState(keys, sheet);
  const results = packs.map((pack) => ({
    org_id: orgId,
    result_id: newId(services.clock),
    child_exam_id: sheet.child_exam_id,
    exam_id: sheet.exam_id,
    child_id: sheet.child_id,
    scale_id: pack.id,
    version: pack.version,
    wording: pack.licence?.wording ?? 'none',
    ...scoreOf(pack, state, sheet),
    scored_at: at,
    ended_at: null,
  }));
  return { sheet, packs, state, results, met: [] };
}

/** Questionnaires are not scored. */
function scoreOf(pack: Pack, state: SheetState, sheet: store.StoredSheet) {
  if (pack.kind !== 'scale') return { norm_set: '', valid: true, dimensions: [], marks: [] };
  const normSet = sheet.norm_sets[pack.id];
  const { norm_set, valid, dimensions, marks } = scoreSheet(pack, countedAnswers(pack, state), {
    ...personOf(sheet),
    ...(normSet !== undefined && { normSet }),
  });
  return { norm_set, valid, dimensions, marks };
}

/** Whom the norms are looked up for: the student as of the submission. */
const personOf = ({ born_on, sex, period, grade, submitted_at }: store.StoredSheet): Person => ({
  age: born_on === null || submitted_at === null ? undefined : ageOn(born_on, submitted_at),
  sex: sex ?? undefined,
  stage: period ?? undefined,
  grade: grade ?? undefined,
});

export const scoringJob: JobKind = {
  name: SCORING,
  slots: 3,
  leaseMs: LEASE_MS,
  maxAttempts: 5,
  maxCrashes: 5,
  run,
};
