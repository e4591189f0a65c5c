import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { checkPassword } from '../contract.ts';

/** Receives the answer of the server to a successful verification. */
export type OnProof = (proof: DataOf<typeof checkPassword>) => void;
