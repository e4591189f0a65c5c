import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { RowOf } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { VALID_STATUS, WARN_SOURCE } from '../../../crisis/public.ts';
import { hasVerifiers, verdictsOn } from '../../../crisis/server/public.ts';
import type { ScaleResult, SheetResult } from '../../contract/sheets.ts';
import { answerText } from '../../rules/questionnaires/overview.ts';
import { critical, type CriticalAnswer } from '../../rules/scales/critical.ts';
import type { Mark } from '../../rules/scales/marks.ts';
import { bandsOf, type Pack } from '../../rules/scales/pack.ts';
import type { ScoredDimension } from '../../rules/scales/score.ts';
import type { SheetState } from '../../rules/sheet-state.ts';
import { replacedResultsOf, resultsOf } from '../queries/results.ts';
import { sheetById, type StoredSheet } from '../queries/sheets.ts';
import { sourceRefsOf } from './note-critical.ts';
import { audienceOf, viewOf, type Audience, type ResultView } from './result-view.ts';
import { countedAnswers, packsOf } from './sheet-packs.ts';
import { readState } from './stored-state.ts';

/** The result of a sheet, as far as the caller may see it. @throws AppError as `openResult` */
export async function readResult(ctx: OrgContext, id: string): Promise<SheetResult> {
  const { sheet, view, held, scales, replaced } = await openResult(ctx, id);
  const { exam_id, child_id, child_name, exam_name, submitted_at } = sheet;
  const head = { child_exam_id: id, exam_id, child_id, child_name, exam_name, submitted_at };
  const critical = scales.flatMap((scale) =>
    scale.critical.map(({ scale_id, item_id, value }) => ({ scale_id, item_id, value })),
  );
  return {
    ...head,
    ...(held && view === 'scores' && { held: true }),
    scales: scales.map(({ result }) => result),
    ...(replaced.length > 0 && { replaced: [...replaced] }),
    critical,
  };
}

/** A scale of an open result. */
export interface OpenScale {
  pack: Pack;
  result: ScaleResult;
  /** The norm set that scored it; empty for a questionnaire. */
  norm_set: string;
  /** Answers that reached a person at once; empty for callers without scores. */
  critical: readonly CriticalAnswer[];
}

/** The result of a sheet as the caller may see it. */
export interface OpenResult {
  sheet: StoredSheet & { submitted_at: string };
  view: Exclude<ResultView, 'none'>;
  audience: Audience;
  /** A positive result waits for the verdict of an interview (`isHeld`); there are no scales. */
  held: boolean;
  /** Empty until the sheet is scored. */
  scales: readonly OpenScale[];
  /** What a recalculation or a correction replaced, the latest first; empty for callers without scores. */
  replaced: readonly ReplacedResult[];
}

/** A result that is no longer in force: who ended it, and when. */
export type ReplacedResult = NonNullable<SheetResult['replaced']>[number];

/**
 * Opens a result for the caller. A positive one is held back until an interview's verdict (`isHeld`).
 *
 * @throws AppError `notFoundInScope`; PSY_NOT_FOUND before the submission; PSY_RESULT_NOT_SHOWN, PSY_SHEET_SEALED
 */
export async function openResult(ctx: OrgContext, id: string): Promise<OpenResult> {
  const { orgId } = ctx.actor;
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [[sheet], results, ended] = await ctx.read([
    sheetById(orgId, scope, id),
    resultsOf(orgId, [id]),
    replacedResultsOf(orgId, id),
  ]);
  if (!sheet) throw notFoundInScope(scope);
  const view = viewOf(ctx, sheet.visibility);
  if (view === 'none') throw new AppError('PSY_RESULT_NOT_SHOWN');
  if (sheet.withdrawn_at !== null) throw new AppError('PSY_SHEET_SEALED');
  const { submitted_at } = sheet;
  if (submitted_at === null) throw new AppError('PSY_NOT_FOUND', { message: '这份问卷还没有交卷，没有结果' });
  const audience = audienceOf(ctx);
  const held = await isHeld(ctx, sheet, { view, isPositive: results.some(({ positive }) => positive) });
  const opened = { sheet: { ...sheet, submitted_at }, view, audience, held };
  if (held) return { ...opened, scales: [], replaced: [] };
  const packs = packsOf(ctx.services, orgId, sheet);
  const state = view === 'scores' ? readState(await ctx.services.keys.ring(orgId), sheet) : undefined;
  const scales = packs.flatMap((pack): OpenScale[] => {
    const result = results.find(({ scale_id }) => scale_id === pack.id);
    if (!result) return [];
    return [
      {
        pack,
        result: { ...present(pack, result, { view, audience }), ...(state && answersTo(pack, state)) },
        norm_set: result.norm_set,
        critical: state && pack.kind === 'scale' ? critical(pack, countedAnswers(pack, state)) : [],
      },
    ];
  });
  const replaced = view === 'scores' ? ended.map((one) => presentReplaced(ctx, one)) : [];
  return { ...opened, scales, replaced };
}

/** What was answered to a questionnaire, in words; answers of hidden items are not part of it. */
function answersTo(pack: Pack, state: SheetState): Pick<ScaleResult, 'answers'> {
  if (pack.kind !== 'questionnaire') return {};
  const given = new Map(countedAnswers(pack, state).map(({ item_id, value }) => [item_id, value]));
  return {
    answers: pack.items.flatMap((item) => {
      const value = given.get(item.id);
      return value === undefined ? [] : [{ item_id: item.id, text: item.text, answer: answerText(item, value) }];
    }),
  };
}

type HeldSheet = Pick<StoredSheet, 'child_exam_id' | 'exam_id' | 'child_id'>;

/**
 * Whether the result is hidden from the caller for now: a warning about it waits for its verdict, or it is positive and
 * has no warning. Roles that verify warnings always see it. Where no role may verify, roles that plan see it too.
 */
export async function isHeld(
  ctx: OrgContext,
  sheet: HeldSheet,
  { view, isPositive }: { view: ResultView; isPositive: boolean },
): Promise<boolean> {
  const positive = new Set(isPositive ? [sheet.child_exam_id] : []);
  return (await heldAmong(ctx, [sheet], { view, positive })).has(sheet.child_exam_id);
}

/** Sheets among some whose results are held (`isHeld`). @param positive ids of those with a positive result */
export async function heldAmong(
  ctx: OrgContext,
  sheets: readonly HeldSheet[],
  { view, positive }: { view: ResultView; positive: ReadonlySet<string> },
): Promise<Set<string>> {
  const { actor, services, read } = ctx;
  const { access } = services;
  const none = new Set<string>();
  if (view === 'scores' && access.decide(actor, 'crisis/warn/verify', 'verify')) return none;
  const [verdicts] = await read([verdictsOn(actor.orgId, WARN_SOURCE.assessment, sheets.flatMap(sourceRefsOf))]);
  const held = sheets.filter((sheet) => {
    const refs: readonly (string | null)[] = sourceRefsOf(sheet);
    const own = verdicts.filter(({ source_ref }) => refs.includes(source_ref));
    const isPending = own.some(({ valid_status }) => valid_status === VALID_STATUS.pending);
    return isPending || (positive.has(sheet.child_exam_id) && own.length === 0);
  });
  if (held.length === 0 || (view === 'scores' && !(await hasVerifiers(read, access, actor.orgId)))) return none;
  return new Set(held.map(({ child_exam_id }) => child_exam_id));
}

/** A result that was replaced, in the version that it was scored by. */
function presentReplaced(ctx: OrgContext, result: RowOf<ReturnType<typeof replacedResultsOf>>): ReplacedResult {
  const pack = ctx.services.packs.packOf(ctx.actor.orgId, result.scale_id, result.version);
  const { ended_at, ended_by_name, scored_at } = result;
  return {
    ...present(pack, result, { view: 'scores', audience: audienceOf(ctx) }),
    ended_at: ended_at ?? scored_at,
    ...(ended_by_name !== null && { ended_by_name }),
  };
}

/** A stored result; lists are JSON. */
interface Stored {
  version: string;
  wording: string;
  norm_set: string;
  valid: boolean;
  dimensions: unknown;
  marks: unknown;
  source: string;
  scored_at: string;
}

const WORDS = { student: 'student', guardian: 'guardian', teacher: 'teacher' } as const;

function present(
  pack: Pack,
  result: Stored,
  { view, audience }: { view: ResultView; audience: Audience },
): ScaleResult {
  const { id: scale_id, title } = pack;
  const { version, valid } = result;
  const dimensions = (result.dimensions as ScoredDimension[]).map((dimension) => {
    const { dimension_id, band_id, raw, score, missing } = dimension;
    const band =
      pack.kind === 'questionnaire' || band_id === null
        ? undefined
        : bandsOf(pack, dimension_id, result.norm_set).find((each) => each.band_id === band_id);
    const words = band && { words: band.words[WORDS[audience]] };
    const named = { dimension_id, ...titleOf(pack, dimension_id) };
    if (view === 'words') return { ...named, ...words };
    const tier = { band_id, ...(band && { band_title: band.title }), ...words };
    return view === 'bands' ? { ...named, ...tier } : { ...named, ...tier, raw, score, missing };
  });
  const { wording, norm_set, scored_at, source } = result;
  const normTitle = pack.kind === 'questionnaire' ? undefined : pack.normSets.find(({ id }) => id === norm_set)?.title;
  const marks = result.marks as Mark[];
  return {
    scale_id,
    title,
    version,
    valid,
    dimensions,
    ...(view === 'scores' && {
      wording,
      norm_set,
      ...(normTitle !== undefined && { norm_title: normTitle }),
      source,
      scored_at,
      marks,
    }),
  };
}

const titleOf = (pack: Pack, dimensionId: string) => {
  const found = pack.kind === 'questionnaire' ? undefined : pack.dimensions.find(({ id }) => id === dimensionId);
  return found ? { title: found.title } : {};
};
