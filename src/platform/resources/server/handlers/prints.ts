import { OPEN } from '../../../access/server/rights.ts';
import { requireService } from '../../../access/server/service-rules.ts';
import { implement, type Implementation } from '../../../context/server/context.ts';
import { AppError } from '../../../errors/app-error.ts';
import * as contract from '../../contract/prints.ts';
import { printRowAs } from '../print-row.ts';

export const printsHandlers: readonly Implementation[] = [
  implement(contract.printRow, async (ctx, { params: { entity: name, key, id } }) => {
    const {
      actor,
      services: { access, clock, schemas },
    } = ctx;
    const entity = schemas.own(actor.orgId, name);
    // A missing resource and one that the role may not open are answered in the same way.
    if (!entity || !access.decide(actor, entity.schema['x-resource'].area, OPEN)) throw new AppError('PSY_NOT_FOUND');
    requireService(access.serves, actor, entity.schema['x-resource'].area, OPEN, clock.now());
    const template = entity.schema['x-resource'].prints?.find((one) => one.key === key);
    if (!template) throw new AppError('PSY_NOT_FOUND');
    return printRowAs(ctx, entity, id, template);
  }),
];
