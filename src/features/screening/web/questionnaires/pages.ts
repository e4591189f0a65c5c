import type { PageEntry } from '../../../../platform/feature/web/page.ts';

/** Pages on which a school composes questionnaires and reads the answers to them. */
export const questionnairePages: readonly PageEntry[] = [
  {
    key: 'questionnaires',
    path: '/exam/questionnaires',
    area: 'screening/questionnaire',
    parent: 'exams',
    load: async () => (await import('./QuestionnairesPage.tsx')).QuestionnairesPage,
  },
  {
    key: 'questionnaire',
    path: '/exam/questionnaires/:scale_id',
    area: 'screening/questionnaire',
    parent: 'questionnaires',
    load: async () => (await import('./ComposerPage.tsx')).ComposerPage,
  },
  {
    key: 'examAnswers',
    path: '/exam/:exam_id/questionnaires',
    area: 'exam',
    parent: 'exam',
    load: async () => (await import('./ExamAnswersPage.tsx')).ExamAnswersPage,
  },
];
