export { compareResults } from './rules/compare-results.ts';
export type {
  ComparedDimension,
  ComparedResult,
  Comparison,
  NotComparable,
  ScoreChange,
} from './rules/compare-results.ts';
