import { useLocation, useNavigate } from 'react-router';
import { isRecord } from '../../../../platform/state/web/storage.ts';

/** The step of the history's entry, so that Back and Forward move between steps and never leave the form. */
export function useSteps(last: number): { step: number; to: (step: number) => void } {
  const { state, search } = useLocation() as { state: unknown; search: string };
  const navigate = useNavigate();
  const wanted = isRecord(state) && typeof state['step'] === 'number' ? state['step'] : 0;
  return {
    step: Math.min(wanted, last),
    to(next) {
      if (next < wanted) void navigate(next - wanted);
      else void navigate({ search }, { state: { step: next } });
    },
  };
}
