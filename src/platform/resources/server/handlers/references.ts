import { OPEN } from '../../../access/server/rights.ts';
import { requireService } from '../../../access/server/service-rules.ts';
import { implement, type Implementation } from '../../../context/server/context.ts';
import { AppError } from '../../../errors/app-error.ts';
import { own } from '../../../schema/json.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import * as contract from '../../contract/references.ts';
import { getRow } from '../reading.ts';
import { referringTo } from '../referring.ts';

export const referencesHandlers: readonly Implementation[] = [
  implement(contract.referringRows, async (ctx, { params: { entity: name, id } }) => {
    const {
      actor,
      services: { access, clock, resources, schemas },
    } = ctx;
    const schema = own(schemas.all(actor.orgId).resources, name) as EntitySchema | undefined;
    // A missing resource and one that the role may not open are answered in the same way.
    if (!schema || !access.decide(actor, schema['x-resource'].area, OPEN)) throw new AppError('PSY_NOT_FOUND');
    requireService(access.serves, actor, schema['x-resource'].area, OPEN, clock.now());
    // 404 where the row is outside of the caller's scope.
    await getRow(ctx, name, resources.hooksFor(schema), id);
    const items = await referringTo(ctx, name, id);
    return { total: items.length, items };
  }),
];
