import type { OrgContext } from '../../../platform/context/server/context.ts';

/** The cases that the caller's role reaches. */
export const scopeOf = ({ actor, services: { access } }: OrgContext) => access.scope(actor, 'crisis-case');
