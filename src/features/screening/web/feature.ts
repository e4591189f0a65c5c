import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { errors } from '../errors.ts';
import { planAddress } from './bureau/address.ts';
import { bureauControls } from './bureau/controls.ts';
import { bureauPages } from './bureau/pages.ts';
import { page as bureau } from './bureau/pages.zh.ts';
import { packPages } from './packs/pages.ts';
import { page as packs } from './packs/pages.zh.ts';
import { page } from './pages.zh.ts';
import { planningControls } from './planning/controls.ts';
import { planningPages } from './planning/pages.ts';
import { page as planning } from './planning/pages.zh.ts';
import { questionnairePages } from './questionnaires/pages.ts';
import { page as questionnaires } from './questionnaires/pages.zh.ts';

export const screening: WebFeature = {
  name: 'screening',
  tour: async () => (await import('./tour.ts')).steps,
  errors,
  texts: { page: { ...page, ...packs, ...planning, ...questionnaires, ...bureau } },
  pages: [
    // Without an area: students have no rights in the browser, and the server decides on each call.
    {
      key: 'mySheet',
      path: '/my/exam/:child_exam_id',
      load: async () => (await import('./sheet/SheetPage.tsx')).SheetPage,
    },
    {
      key: 'talks',
      path: '/talks',
      area: 'screening/talk',
      group: 'work',
      order: 25,
      icon: async () => (await import('./icons.ts')).icons.message,
      load: async () => (await import('./talks/TalksPage.tsx')).TalksPage,
    },
    ...packPages,
    ...questionnairePages,
    ...planningPages,
    ...bureauPages,
  ],
  publicPages: [{ path: '/exam-code', load: async () => (await import('./code/CodePage.tsx')).CodePage }],
  controls: { ...planningControls, ...bureauControls },
  rowLinks: {
    plan_name: {
      area: 'screening/bureau',
      to: ({ plan_id: id }) => (typeof id === 'string' ? planAddress(id) : undefined),
    },
    exam_name: { area: 'exam', to: ({ exam_id: id }) => (typeof id === 'string' ? `/exam/${id}` : undefined) },
  },
  ownHome: async () => (await import('./own/OwnHome.tsx')).OwnHome,
  homeCards: {
    talks: async () => (await import('./talks/TalkCard.tsx')).TalkCard,
    screening: async () => (await import('./planning/RunningCard.tsx')).RunningCard,
  },
  notices: {
    bureau_answer: { open: { area: 'screening/bureau', run: (id, go) => go(planAddress(id)) } },
    bureau_plan: { open: { area: 'exam', run: (_, go) => go('/exam') } },
    talk: { open: { area: 'screening/talk', run: (_, go) => go('/talks') } },
  },
};
