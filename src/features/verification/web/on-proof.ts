import type { SecondaryProof } from '../../../platform/session/contract.ts';

/** Receives the answer of the server to a successful verification. */
export type OnProof = (proof: SecondaryProof) => void;
