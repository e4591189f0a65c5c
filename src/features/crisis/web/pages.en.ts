import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  warnStatistics: { title: 'Warning statistics', about: 'Numbers of warnings by level, source, time and class' },
  escalation: { title: 'Warning escalation', about: 'Who is notified of a warning, and in which order; drills' },
  warnManual: { title: 'Manual warnings', about: 'Worries that teachers reported, to be verified' },
  ownReports: { title: 'My reports', about: 'Warnings that you reported, and what became of them' },
  warnAssessment: { title: 'Assessment warnings', about: 'Warnings raised by screenings' },
  warnSmartTalk: { title: 'Smart talk warnings', about: 'Warnings raised by the assistant' },
  warns: { title: 'All warnings', about: 'Warnings of all sources' },
  cases: { title: 'Crisis cases', about: 'What follows from a valid warning, until it is closed' },
  case: { title: 'Case', about: 'What happened from the first report to the closing' },
};
