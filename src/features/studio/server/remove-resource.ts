import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { countOf } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { SCHEMA_TOPIC } from '../../../platform/schema/server/follow.ts';
import {
  lockPublishing,
  ownResourcesOf,
  removeOwnResource,
} from '../../../platform/schema/server/queries/published-overlays.ts';
import { unitOf } from '../../../platform/schema/types.ts';
import type { StudioSubject } from './studio-subjects.ts';

const refuse = (message: string) => new AppError('PSY_CONFLICT', { message });

/**
 * Removes a resource that the caller's school has created in the studio. Its key is not used again, because the
 * operation log refers to it.
 *
 * @throws AppError PSY_CONFLICT where a file declares it, it still has rows, or a field of another resource refers to
 *   it
 */
export async function removeResource(ctx: OrgContext, tx: Tx, { name, schema, hooks }: StudioSubject): Promise<void> {
  const {
    actor: { orgId },
    services: { schemas, state },
  } = ctx;
  // Writers of rows hold the same lock, so that none is added meanwhile.
  await tx.run(lockPublishing(orgId));
  const made = await tx.run(ownResourcesOf(orgId));
  if (!made.some(({ entity }) => entity === name)) throw refuse(`${schema.title}不是在这里新建的，不能在这里删除`);
  const { rows } = resolveResource(inTransaction(ctx, tx), name, hooks);
  const [count] = await tx.run(countOf({ ...rows, scope: { kind: 'all' } }, { filters: [] }));
  const total = Number(count?.['total'] ?? 0);
  if (total > 0) throw refuse(`${schema.title}还有 ${total} ${unitOf(schema)}记录，请先导出并删除它们`);
  const referring = Object.values(schemas.all(orgId).resources).find(
    ({ $id, properties }) => $id !== name && Object.values(properties).some((field) => field['x-of'] === name),
  );
  if (referring) throw refuse(`${referring.title}有字段引用它，请先删除那个字段`);
  await tx.run(removeOwnResource(orgId, name, ctx.nowIso()));
  await audit(tx, ctx, { act: 'delete', resource: 'schema', rowId: name, rowLabel: schema.title });
  tx.afterCommit(async () => {
    await schemas.refresh(orgId);
    await state.publish(SCHEMA_TOPIC, orgId);
  });
}
