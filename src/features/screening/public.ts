export { childExams } from './contract/exams.ts';
export { compareResults } from './rules/compare-results.ts';
export { NOT_COMPARABLE, NOT_COMPARABLE_EN, reasonKey } from './rules/not-comparable.ts';
export type {
  ComparedDimension,
  ComparedResult,
  Comparison,
  NotComparable,
  ScoreChange,
} from './rules/compare-results.ts';
export { planStatus } from './rules/bureau-plan.ts';
export { examStatus } from './rules/exam-status.ts';
export type { ScalePack, TotalsPack } from './rules/scales/pack-schema.ts';
export type { ScaleResult } from './contract/sheets.ts';
export type { Group, NormDimension } from './rules/scales/pack-parts.ts';
export { bandsOf, fits, normSetOf, normsOf, optionsOf, type Pack } from './rules/scales/pack.ts';
export { normedRaw } from './rules/scales/norms.ts';
export type { Questionnaire } from './rules/scales/questionnaire-schema.ts';
export type { ScoredDimension } from './rules/scales/score.ts';
export { visibleItems } from './rules/scales/visible-items.ts';
export { answersOf, type SheetState } from './rules/sheet-state.ts';
