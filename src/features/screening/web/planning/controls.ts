import type { WebFeature } from '../../../../platform/feature/web/feature.ts';

/** Inputs of a plan's fields, by `x-kind`. */
export const planningControls: WebFeature['controls'] = {
  scales: async () => (await import('./controls/ScalesControl.tsx')).ScalesControl,
  'norm-sets': async () => (await import('./controls/NormSetsControl.tsx')).NormSetsControl,
  'exam-scope': async () => (await import('./controls/ScopeControl.tsx')).ScopeControl,
  'exam-visibility': async () => (await import('./controls/VisibilityControl.tsx')).VisibilityControl,
  'exam-reasons': async () => (await import('./controls/ReasonsControl.tsx')).ReasonsControl,
  'staff-list': async () => (await import('./controls/StaffListControl.tsx')).StaffListControl,
};
