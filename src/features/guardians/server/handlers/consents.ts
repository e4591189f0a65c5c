import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import * as contract from '../../contract/consents.ts';
import { childConsents, consentStandings, recordConsents, withdrawConsent } from '../consents.ts';

const listed = <T>(items: T[]) => ({ total: items.length, items });

/** Consents of guardians. */
export const consentsHandlers: readonly Implementation[] = [
  implement(contract.consentStandings, async (call, { query }) =>
    listed(await consentStandings(call, query.student_ids.split(','))),
  ),
  implement(contract.childConsents, async (call, { params }) => listed(await childConsents(call, params.id))),
  implement(contract.recordConsents, (call, { body }) => recordConsents(call, body)),
  implement(contract.withdrawConsent, (call, { params }) => withdrawConsent(call, params.id)),
];
