import { useReducer, useState } from 'react';
import { isVerified, verification } from '../../session/web/secondary.ts';
import { useStore } from '../../state/web/store.ts';

/**
 * Whether a dialog starts with second-step verification. Once passed it stays passed while the dialog is open: a proof
 * that expires meanwhile is requested in a layer above, so that no input is lost.
 */
export function useProofGate(open: boolean): { gate: boolean; onVerified: () => void } {
  useStore(verification);
  const [, onVerified] = useReducer((n: number) => n + 1, 0);
  const [passed, setPassed] = useState(false);
  const passes = open && (passed || isVerified());
  if (passed !== passes) setPassed(passes);
  return { gate: open && !passes, onVerified };
}
