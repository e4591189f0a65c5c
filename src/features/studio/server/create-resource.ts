import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import type { JsonObject } from '../../../platform/schema/json.ts';
import { SCHEMA_TOPIC } from '../../../platform/schema/server/follow.ts';
import {
  insertOwnResource,
  lockPublishing,
  markTenant,
  ownResourcesOf,
  removedResources,
} from '../../../platform/schema/server/queries/published-overlays.ts';
import type { studioCreate } from '../contract.ts';

/** Maximum number of resources of a tenant: each is a menu entry. */
const OWN_MAX = 30;

/** Initial document: a name for each row; everything else is set in the studio. */
const documentOf = ({ title, help, label }: BodyOf<typeof studioCreate>): JsonObject => ({
  title,
  required: ['name'],
  'x-resource': { label: 'name', help: help ?? '' },
  properties: {
    name: {
      type: 'string',
      title: label,
      minLength: 1,
      maxLength: 50,
      'x-list': { order: 1, width: 200, sorter: true },
      'x-filter': { match: 'contains', order: 1 },
      'x-form': { on: ['create', 'edit'], order: 1 },
      'x-sheet': { import: true, export: true },
    },
  },
});

/**
 * Creates a resource of the caller's school, equivalent to a file in `schemas/tenants`; available to administrators at
 * once.
 *
 * @throws AppError AC_FORBIDDEN at an institution, whose roles cannot have such a resource; PSY_INVALID_INPUT;
 *   PSY_CONFLICT when the name is taken
 */
export async function createResource(
  ctx: OrgContext,
  tx: Tx,
  request: BodyOf<typeof studioCreate>,
): Promise<{ entity: string }> {
  const {
    actor: { orgId, orgType },
    caller: { userId },
    services: { schemas, state },
  } = ctx;
  if (orgType !== ORG_TYPE.school) throw new AppError('AC_FORBIDDEN', { message: '只有学校能新建自己的资源' });
  const { entity } = request;
  const taken = new AppError('PSY_CONFLICT', {
    message: '已经有这个标识的资源',
    details: [{ field: '/entity', message: '已经有这个标识的资源，请换一个' }],
  });
  const document = documentOf({ ...request, title: request.title.trim(), label: request.label.trim() });
  const verdict = schemas.validateOwn(orgId, entity, document);
  if (!verdict.ok)
    throw new AppError('PSY_INVALID_INPUT', {
      details: verdict.findings.map(({ pointer, reason, fix }) => ({
        field: pointer === '' ? '/entity' : pointer,
        message: `${reason}。${fix}`,
      })),
    });
  await tx.run(lockPublishing(orgId));
  const [made, removed] = await tx.batch([ownResourcesOf(orgId), removedResources(orgId)]);
  if (Object.hasOwn(schemas.all(orgId).resources, entity) || [...made, ...removed].some((one) => one.entity === entity))
    throw taken;
  if (made.length >= OWN_MAX) throw new AppError('PSY_CONFLICT', { message: `最多新建 ${OWN_MAX} 个资源` });
  await tx.batch([
    insertOwnResource({
      org_id: orgId,
      entity,
      document: JSON.stringify(document),
      user_id: userId,
      at: ctx.nowIso(),
    }),
    markTenant(orgId),
  ]);
  await audit(tx, ctx, {
    act: 'create',
    resource: 'schema',
    rowId: entity,
    rowLabel: verdict.schema.title,
    after: { fields: request.label.trim() },
  });
  tx.afterCommit(async () => {
    await schemas.refresh(orgId);
    await state.publish(SCHEMA_TOPIC, orgId);
  });
  return { entity };
}
