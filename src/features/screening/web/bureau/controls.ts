import type { WebFeature } from '../../../../platform/feature/web/feature.ts';

/** Inputs of the fields of an institution's plan, by `x-kind`. */
export const bureauControls: NonNullable<WebFeature['controls']> = {
  schools: async () => (await import('./controls/SchoolsControl.tsx')).SchoolsControl,
  'school-stages': async () => (await import('./controls/StagesControl.tsx')).StagesControl,
};
