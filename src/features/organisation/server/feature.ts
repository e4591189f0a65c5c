import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as structure from '../contract/departments.ts';
import * as institutions from '../contract/institutions.ts';
import * as org from '../contract/org.ts';
import { choices } from './choices.ts';
import { departmentHooks } from './department-hooks.ts';
import { organisationHandlers } from './handlers.ts';
import { schoolsCard } from './home-card.ts';
import { schoolHooks } from './hooks.ts';

export const organisation: ServerFeature = {
  name: 'organisation',
  contract: [institutions, org, structure],
  handlers: organisationHandlers,
  hooks: { department: departmentHooks, school: schoolHooks },
  choices,
  homeCards: [schoolsCard],
  demo: () => import('./demo.ts'),
};
