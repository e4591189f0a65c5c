import { useEffect } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { useStable } from '../../crud/use-stable.ts';

/** While a dialog is open, Back is about the dialog and not about the page below it; a tab that is closed asks where something would be lost. */
export function useBack(onBack: () => void, dirty: boolean): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop);
  const back = useStable(onBack);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    back();
  }, [blocker, back]);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
