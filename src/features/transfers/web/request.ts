import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { send } from '../contract.ts';
import type { Part } from '../rules.ts';

/** What the form of a transfer holds. */
export interface TransferForm {
  parts: Part[];
  receiver: 'school' | 'other';
  school?: { value: string; label: string };
  name?: string;
  leaves_on?: string;
  basis: 'consent' | 'law';
  guardian_id?: string;
  how: number;
  consented_on?: string;
  reason?: string;
}

/** The form as the call takes it; the form has checked what is required. */
export function requestOf(form: TransferForm): BodyOf<typeof send> {
  const { parts, receiver, school, name, leaves_on, basis, guardian_id, how, consented_on, reason } = form;
  return {
    parts,
    to: receiver === 'school' ? { org_id: school?.value ?? '' } : { name: name?.trim() ?? '' },
    basis:
      basis === 'law'
        ? { kind: 'law', reason: reason?.trim() ?? '' }
        : {
            kind: 'consent',
            how,
            ...(guardian_id !== undefined && { guardian_id }),
            ...(consented_on !== undefined && { consented_on }),
          },
    ...(leaves_on !== undefined && { leaves_on }),
  };
}
