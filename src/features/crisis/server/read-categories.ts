import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { crisisCategories as endpoint } from '../contract/reports.ts';

/** Risk types of the tenant with their preset descriptions: the values of `category_id` of a warning (`x-templates`). */
export function crisisCategories({
  actor: { orgId },
  services: { schemas },
}: {
  actor: Pick<OrgContext['actor'], 'orgId'>;
  services: Pick<OrgContext['services'], 'schemas'>;
}): DataOf<typeof endpoint>['items'] {
  const {
    enum: codes = [],
    'x-labels': labels = {},
    'x-templates': templates = {},
  } = schemas.entity(orgId, 'warn').schema.properties['category_id'] ?? {};
  return codes
    .map(String)
    .map((id) => ({ extreme_case_id: id, extreme_case: labels[id] ?? id, templates: [...(templates[id] ?? [])] }));
}
