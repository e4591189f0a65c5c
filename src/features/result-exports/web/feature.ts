import type { WebFeature } from '../../../platform/feature/web/feature.ts';
import { exportActs } from './acts.zh.ts';

export const resultExports: WebFeature = {
  name: 'result-exports',
  texts: { exportActs },
  rowActs: {
    exam: [
      {
        key: 'results',
        label: (t) => t('exportActs.results'),
        order: 80,
        area: 'screening/result/export',
        act: 'export',
        appliesTo: ({ status }) => status !== 'draft',
        load: async () => (await import('./ResultsDialog.tsx')).ResultsDialog,
      },
    ],
    referral: [
      {
        key: 'fhir',
        label: (t) => t('exportActs.fhir'),
        order: 80,
        area: 'screening/result/export',
        act: 'export',
        load: async () => (await import('./FhirDialog.tsx')).FhirDialog,
      },
    ],
  },
};
