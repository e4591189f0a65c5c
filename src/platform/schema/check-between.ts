import { findAutomations, type Schemas } from './check-automations.ts';
import { findBrokenBy, findRelated } from './check-relations.ts';
import type { Finding } from './problem.ts';
import type { EntitySchema } from './types.ts';

/**
 * Checks one entity against the others of the tenant: its automations, what it computes from related rows, and what
 * others compute from it.
 *
 * @param others The schemas of the tenant; that of the entity itself is replaced
 * @param alongside Resources that are created with it, whose schemas are not known yet
 */
export const findBetween = (schema: EntitySchema, others: Schemas, alongside: readonly string[] = []): Finding[] => [
  ...findAutomations(schema, others, alongside),
  ...findRelated(schema, { ...others, [schema.$id]: schema }, alongside),
  ...findBrokenBy(schema, others),
];
