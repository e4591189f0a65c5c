import type { DataOf } from '../../../shared/contract/endpoint.ts';
import type { checkPassword } from '../../../shared/contract/secondary.ts';

/** Hands on what the server answered to a verification. */
export type Prove = (proof: DataOf<typeof checkPassword>) => void;
