import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { checkPassword } from '../contract.ts';

/** Hands on what the server answered to a verification. */
export type Prove = (proof: DataOf<typeof checkPassword>) => void;
