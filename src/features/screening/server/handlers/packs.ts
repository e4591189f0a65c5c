import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/packs.ts';
import { checkPack } from '../packs/check-pack.ts';
import { installPack } from '../packs/install-pack.ts';
import { readVersions } from '../packs/read-versions.ts';
import { removePack } from '../packs/remove-pack.ts';
import { confirmLicence } from '../scales/licences.ts';

/** Calls about the packs that a school installs itself, and about licences that it confirms. */
export const packHandlers: readonly Implementation[] = [
  implement(contract.checkPack, (ctx, { body }) => checkPack(ctx, body.file)),
  implement(contract.installPack, (ctx, { body }) => ctx.transaction((tx) => installPack(ctx, tx, body))),
  implement(contract.packVersions, (ctx, { params }) => readVersions(ctx, params.scale_id)),
  implement(contract.removePack, async (ctx, { params }) => {
    await ctx.transaction((tx) => removePack(ctx, tx, params.scale_id, params.version));
    return { ok: true } as const;
  }),
  implement(contract.confirmLicence, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => confirmLicence(ctx, tx, params.scale_id, body));
    return { ok: true } as const;
  }),
];
