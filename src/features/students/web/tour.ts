import type { TourStep } from '../../../platform/feature/web/tour-step.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { tour } from './tour.zh.ts';

provideTexts({ tour });

export const steps: readonly TourStep[] = [{ key: 'myClass', at: '[data-card=my-class]', order: 12 }];
