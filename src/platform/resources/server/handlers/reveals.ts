import { notFoundInScope } from '../../../access/server/not-found-in-scope.ts';
import { OPEN } from '../../../access/server/rights.ts';
import { requireService } from '../../../access/server/service-rules.ts';
import { implement, type Implementation } from '../../../context/server/context.ts';
import { AppError } from '../../../errors/app-error.ts';
import { invalid } from '../../../errors/invalid.ts';
import { own } from '../../../schema/json.ts';
import type { EntitySchema, FieldSchema } from '../../../schema/types.ts';
import * as contract from '../../contract/reveals.ts';
import { encryptReason } from '../encrypted-fields.ts';
import { logRead } from '../log-read.ts';
import { labelOf } from '../log-writes.ts';
import { rowsOfIds } from '../queries/rows/read.ts';
import { flatRows, resolveResource } from '../reading.ts';

/** One masked value in clear, for the roles that may reveal it. */
export const revealsHandlers: readonly Implementation[] = [
  implement(contract.revealValue, async (ctx, { body: { entity: name, id, field: fieldName, reason } }) => {
    const {
      actor,
      services: { access, clock, db, keys, schemas },
    } = ctx;
    const schema = own(schemas.all(actor.orgId).resources, name) as EntitySchema | undefined;
    // A missing resource and one that the role may not open are refused in the same way.
    if (!schema || !access.decide(actor, schema['x-resource'].area, OPEN)) throw new AppError('AC_FORBIDDEN');
    requireService(access.serves, actor, schema['x-resource'].area, OPEN, clock.now());
    const reached = resolveResource(ctx, name, ctx.services.resources.hooksFor(schema));
    const field = own(reached.entity.schema.properties, fieldName) as FieldSchema | undefined;
    if (!field || field['x-hidden'] || field['x-mask'] === undefined) throw invalid('/field', '这个字段没有脱敏');
    if (field['x-reveal'] === undefined)
      throw new AppError('AC_FORBIDDEN', { message: `您的角色不能查看${field.title}的原值` });
    if (reason.trim().length < contract.REASON_MIN) throw invalid('/reason', `理由至少 ${contract.REASON_MIN} 个字`);
    const [stored] = await db.read(reached.tenant, [rowsOfIds(reached.rows, [id])]);
    const [row] = await flatRows(ctx, reached, stored);
    const value = row?.[fieldName];
    if (!row) throw notFoundInScope(reached.rows.scope);
    if (typeof value !== 'string') throw new AppError('PSY_NOT_FOUND');
    await logRead(ctx, {
      act: 'reveal',
      resource: name,
      rowId: id,
      rowLabel: labelOf(reached, row),
      after: { revealed_field: field.title, ...(await encryptReason(keys, actor.orgId, id, reason)) },
    });
    return { value };
  }),
];
