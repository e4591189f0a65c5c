import * as contract from '../../shared/contract/institutions.ts';
import { enterSchool, leaveSchool } from '../commands/visit-school.ts';
import { implement, type Implementation } from '../context.ts';

/** What an institution does with its schools beside seeing them. */
export const institutionsHandlers: readonly Implementation[] = [
  implement(contract.enterSchool, (call, { params }) => enterSchool(call, params.id)),
  implement(contract.leaveSchool, async (call, { params }) => {
    await leaveSchool(call, params.id);
    return { ok: true } as const;
  }),
];
