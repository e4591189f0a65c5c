import type { TourStep } from '../../../platform/feature/web/tour-step.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { tour } from './tour.zh.ts';

provideTexts({ tour });

export const steps: readonly TourStep[] = [
  { key: 'warnings', at: '[data-card=warnings]', order: 10 },
  { key: 'ownReports', at: '[data-card=own-reports]', order: 35 },
  { key: 'crisisReport', at: '[data-tour=crisis-report]', order: 50 },
];
