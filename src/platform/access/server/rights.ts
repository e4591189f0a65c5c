import type { Actor } from '../../context/server/context.ts';

/** The holder of rights, checked by `resolveActor`. Without `security` the tenant's default settings apply. */
export type RightsHolder = Pick<Actor, 'orgType' | 'eduLevel' | 'roleId' | 'features'> &
  Partial<Pick<Actor, 'security'>>;

/** The act that shows a page (`api.md`, what may I). */
export const OPEN = 'open';
