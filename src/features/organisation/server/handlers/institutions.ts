import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/institutions.ts';
import { enterSchool, leaveSchool } from '../visit-school.ts';

/** What an institution does with its schools beside seeing them. */
export const institutionsHandlers: readonly Implementation[] = [
  implement(contract.enterSchool, (ctx, { params }) => enterSchool(ctx, params.id)),
  implement(contract.leaveSchool, async (ctx, { params }) => {
    await leaveSchool(ctx, params.id);
    return { ok: true } as const;
  }),
];
