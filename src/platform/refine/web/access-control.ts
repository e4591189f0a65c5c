import type { AccessControlProvider, CanParams, CanResponse } from '@refinedev/core';
import { texts } from '../../i18n/web/texts.ts';
import type { SchemasNow } from '../../session/web/portal-data.ts';
import { mayNow } from '../../session/web/rights.ts';

/** An act in an area. */
export type Question = readonly [area: string, act: string];

/** Refine's action of a question about several acts at once; `params.questions` holds them. */
export const SEVERAL = 'several';

/** The answer to several questions: those of them that are allowed. `can` is true when all are. */
export interface SeveralAnswer extends CanResponse {
  allowed: readonly Question[];
}

const answerOf = (can: boolean): CanResponse => (can ? { can } : { can, reason: texts.t('errors.forbidden') });

/** The provider's answer about one act, at once. */
export const answerNow = (area: string, act: string): CanResponse => answerOf(mayNow(area, act));

/** The provider's answer about several acts, at once. */
export function answersNow(questions: readonly Question[]): SeveralAnswer {
  const allowed = questions.filter(([area, act]) => mayNow(area, act));
  return { ...answerOf(allowed.length === questions.length), allowed };
}

/** Refine's names of acts; the rest have the same name. */
const ACTS: Readonly<Record<string, string>> = { list: 'open', show: 'open', edit: 'update', clone: 'create' };

const questionsOf = (params: CanParams['params']): readonly Question[] =>
  (params?.['questions'] as readonly Question[] | undefined) ?? [];

/**
 * Refine asks with the name of a resource, whose schema names its area, or with an area itself. Answers stay in the
 * query cache until the rights change (`useRightsChanges`), so a question that is asked again costs no look-up.
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
