import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import * as contract from '../../contract/scales.ts';
import { readScale } from '../scales/licences.ts';
import { presentHead } from '../scales/present-pack.ts';
import { readReleases, releaseScale } from '../scales/releases.ts';

/** Calls about packs and their release at a school. */
export const scaleHandlers: readonly Implementation[] = [
  implement(contract.scales, ({ actor, services }) => {
    const items = services.packs.allPacks(actor.orgId).map(presentHead);
    return Promise.resolve({ total: items.length, items });
  }),
  implement(contract.scale, (ctx, { params }) => readScale(ctx, params.scale_id)),
  implement(contract.scaleReleases, (ctx, { params }) => readReleases(ctx, params.scale_id)),
  implement(contract.releaseScale, (ctx, { params, query }) =>
    ctx.transaction((tx) => releaseScale(inTransaction(ctx, tx), tx, params.scale_id, query.version)),
  ),
];
