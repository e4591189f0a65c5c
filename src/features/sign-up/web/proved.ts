import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { checkSignUpCode } from '../contract.ts';

/** A proved number, and what will be opened for it. */
export interface Proved extends DataOf<typeof checkSignUpCode> {
  mobile: string;
}
