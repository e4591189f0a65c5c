import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import type { JsonObject } from '../../../platform/schema/json.ts';
import { SCHEMA_TOPIC } from '../../../platform/schema/server/follow.ts';
import {
  insertOwnResource,
  insertVersion,
  lockPublishing,
  markTenant,
  ownResourcesOf,
  removedResources,
  reviveOwnResource,
  versionsOf,
} from '../../../platform/schema/server/queries/published-overlays.ts';
import { fieldsIn } from '../../../platform/schema/types.ts';

/** Maximum number of resources of a tenant: each is a menu entry. */
const OWN_MAX = 30;
/** Maximum number of fields named in an audit entry. */
const NAMED = 20;

export interface NewResource {
  entity: string;
  /** In the form of a schema file. */
  document: JsonObject;
  /** Whether the key of a resource that was removed may be used again. */
  again: boolean;
  /** Resources that are created in the same transaction. */
  alongside: readonly string[];
}

const taken = () =>
  new AppError('PSY_CONFLICT', {
    message: '已经有这个标识的资源',
    details: [{ field: '/entity', message: '已经有这个标识的资源，请换一个' }],
  });

/**
 * Adds a resource of the caller's school, equivalent to a file in `schemas/tenants`; available to administrators at
 * once.
 *
 * @throws AppError AC_FORBIDDEN at an institution, whose roles cannot have such a resource; PSY_INVALID_INPUT;
 *   PSY_CONFLICT when the name is taken
 */
export async function addResource(
  ctx: OrgContext,
  tx: Tx,
  { entity, document, again, alongside }: NewResource,
): Promise<{ entity: string }> {
  const {
    actor: { orgId, orgType },
    caller: { userId },
    services: { schemas, state },
  } = ctx;
  if (orgType !== ORG_TYPE.school) throw new AppError('AC_FORBIDDEN', { message: '只有学校能新建自己的资源' });
  const verdict = schemas.validateFile(orgId, entity, document, alongside);
  if (!verdict.ok)
    throw new AppError('PSY_INVALID_INPUT', {
      details: verdict.findings.map(({ pointer, reason, fix }) => ({
        field: pointer === '' ? '/entity' : pointer,
        message: `${reason}。${fix}`,
      })),
    });
  await tx.run(lockPublishing(orgId));
  const [made, removed, [last]] = await tx.batch([
    ownResourcesOf(orgId),
    removedResources(orgId),
    versionsOf(orgId, entity).limit(1),
  ]);
  const isFormer = removed.some((one) => one.entity === entity);
  if (Object.hasOwn(schemas.all(orgId).resources, entity) || made.some((one) => one.entity === entity)) throw taken();
  if (isFormer && !again) throw taken();
  if (made.length >= OWN_MAX) throw new AppError('PSY_CONFLICT', { message: `最多新建 ${OWN_MAX} 个资源` });
  const at = ctx.nowIso();
  const text = JSON.stringify(document);
  if (isFormer) {
    await tx.run(reviveOwnResource(orgId, entity, text));
    // What had been published before the removal is not part of the resource any more.
    if (last)
      await tx.run(
        insertVersion({
          org_id: orgId,
          entity,
          version: last.version + 1,
          document: '{}',
          note: '',
          user_id: userId,
          at,
        }),
      );
  } else await tx.run(insertOwnResource({ org_id: orgId, entity, document: text, user_id: userId, at }));
  await tx.run(markTenant(orgId));
  const named = fieldsIn(verdict.schema, 'x-form').slice(0, NAMED);
  await audit(tx, ctx, {
    act: 'create',
    resource: 'schema',
    rowId: entity,
    rowLabel: verdict.schema.title,
    after: { fields: named.map(({ field }) => field.title).join('、') },
  });
  tx.afterCommit(async () => {
    await schemas.refresh(orgId);
    await state.publish(SCHEMA_TOPIC, orgId);
  });
  return { entity };
}
