import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/consents.ts';
import { childConsents, consentStandings, recordConsents, withdrawConsent } from '../consents.ts';

const listed = <T>(items: T[]) => ({ total: items.length, items });

/** Consents of guardians. */
export const consentsHandlers: readonly Implementation[] = [
  implement(contract.consentStandings, async (ctx, { query }) =>
    listed(await consentStandings(ctx, query.student_ids.split(','))),
  ),
  implement(contract.childConsents, async (ctx, { params }) => listed(await childConsents(ctx, params.id))),
  implement(contract.recordConsents, (ctx, { body }) => recordConsents(ctx, body)),
  implement(contract.withdrawConsent, (ctx, { params }) => withdrawConsent(ctx, params.id)),
];
