import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { downloads, fileCode } from './texts.zh.ts';

export const exportTasks: WebFeature = {
  name: 'exports',
  texts: { downloads, fileCode },
};
