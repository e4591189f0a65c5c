import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { downloads } from './texts.zh.ts';

export const exportTasks: WebFeature = {
  name: 'exports',
  texts: { downloads },
};
