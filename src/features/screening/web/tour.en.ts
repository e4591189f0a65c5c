import type { tour as zh } from './tour.zh.ts';

export const tour: typeof zh = {
  ownTasks: {
    title: 'What to do',
    text: 'Questionnaires and consents that wait for you. They disappear once they are done.',
  },
  ownHelp: {
    title: 'Someone to talk to',
    text: 'Ask for a talk with the school psychologist, or call a help line at any time.',
  },
};
