export { loadExam } from './exams/load-exam.ts';
export { countedAnswers, packsOf } from './sheets/sheet-packs.ts';
export { readState } from './sheets/stored-state.ts';
