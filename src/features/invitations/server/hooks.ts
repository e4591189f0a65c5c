import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { applicationRows } from './queries/applications.ts';
import { invitationRows } from './queries/invitations.ts';

export const invitationHooks: ResourceHooks = { table: invitationRows };
export const applicationHooks: ResourceHooks = { table: applicationRows };
