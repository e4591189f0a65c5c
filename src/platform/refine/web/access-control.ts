import type { AccessControlProvider, CanParams, CanResponse } from '@refinedev/core';
import { texts } from '../../i18n/web/texts.ts';
import type { SchemasNow } from '../../session/web/portal-data.ts';
import { mayNow } from '../../session/web/rights.ts';

/** An act in an area. */
export type AreaAct = readonly [area: string, act: string];

/** Refine's action for several acts at once; `params.questions` lists them. */
export const SEVERAL = 'several';

/** Answer for several acts: the allowed ones. `can` is true if all are allowed. */
export interface SeveralAnswer extends CanResponse {
  allowed: readonly AreaAct[];
}

const answerOf = (can: boolean): CanResponse => (can ? { can } : { can, reason: texts.t('errors.forbidden') });

/** The provider's answer for one act, synchronously. */
export const answerNow = (area: string, act: string): CanResponse => answerOf(mayNow(area, act));

/** The provider's answer for several acts, synchronously. */
export function answersNow(questions: readonly AreaAct[]): SeveralAnswer {
  const allowed = questions.filter(([area, act]) => mayNow(area, act));
  return { ...answerOf(allowed.length === questions.length), allowed };
}

/** Refine's action → act of the permission table; others have the same name. */
const ACTS: Readonly<Record<string, string>> = { list: 'open', show: 'open', edit: 'update', clone: 'create' };

const questionsOf = (params: CanParams['params']): readonly AreaAct[] =>
  (params?.['questions'] as readonly AreaAct[] | undefined) ?? [];

/**
 * `resource` is a resource, whose schema names its area, or an area. Answers stay in the query cache until the rights
 * change (`useRightsChanges`).
 */
export const createAccessControl = (schemas: SchemasNow): AccessControlProvider => ({
  can({ resource = '', action, params }) {
    if (action === SEVERAL) return Promise.resolve(answersNow(questionsOf(params)));
    const area = schemas.get(resource)?.['x-resource'].area ?? resource;
    return Promise.resolve(answerNow(area, ACTS[action] ?? action));
  },
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: true },
    queryOptions: { staleTime: Infinity, gcTime: Infinity },
  },
});
