import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../suite-contract.ts';
import { grantedTo, linkCorporation, sendToAuthorise } from '../corporations.ts';
import { receiveCallback, verifyAddress } from '../suite-callback.ts';

/** The app of a WeCom service provider: its callbacks, and corporations that authorise it. */
export const suiteHandlers: readonly Implementation[] = [
  implement(contract.verifySuiteAddress, (ctx, { query }) => verifyAddress(ctx, query)),
  implement(contract.suiteCallback, (ctx, { query, body }) => receiveCallback(ctx, query, body)),
  implement(contract.departToAuthorise, (ctx, { body }) => sendToAuthorise(ctx, body.browser_hash)),
  implement(contract.linkCorporation, async (ctx, { body }) => {
    const grant = await grantedTo(ctx, body);
    await ctx.transaction((tx) => linkCorporation(ctx, tx, grant));
    return { ok: true } as const;
  }),
];
