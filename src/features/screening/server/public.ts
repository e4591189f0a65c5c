export { loadPlan } from './bureau/load-plan.ts';
export { loadExam } from './exams/load-exam.ts';
export { answersToPlan } from './queries/bureau-answers.ts';
export { viewOf } from './sheets/result-view.ts';
export { personOf } from './sheets/person-of-sheet.ts';
export { countedAnswers, packsOf } from './sheets/sheet-packs.ts';
export { readState } from './sheets/stored-state.ts';
export { compareWithFormer, type ComparedScale } from './sheets/former-results.ts';
export { openResult, type OpenResult, type OpenScale, type ReplacedResult } from './sheets/read-result.ts';
