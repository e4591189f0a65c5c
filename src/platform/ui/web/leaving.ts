import { useEffect, useRef } from 'react';
import { NavigationType, useBlocker, type Blocker } from 'react-router';
import { useStable } from './use-stable.ts';

type BlockedMove = Extract<Blocker, { state: 'blocked' }>;

/** Blocks navigation, for example a form with changes or a dialog that Back closes. */
interface Guard {
  /** @param back Whether the navigation is Back or Forward */
  blocks: (back: boolean) => boolean;
  /** Called with the blocked navigation, which it continues or resets. @returns A cleanup function */
  onBlocked: (move: BlockedMove) => (() => void) | void;
}

/** The last guard is checked first. The router supports only one blocker at a time. */
const guards: Guard[] = [];
/** Number of portal pages before this one in the history; the router counts them. */
export const historyDepth = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** History depth after a back navigation by code, which is not a press on Back. */
let expectedDepth: number | undefined;

/** @returns A function that removes the guard */
export function addLeaveGuard(guard: Guard): () => void {
  guards.push(guard);
  return () => {
    const at = guards.indexOf(guard);
    if (at !== -1) guards.splice(at, 1);
  };
}

/** Call before code navigates back. */
export function expectOwnBack(): void {
  expectedDepth = historyDepth() - 1;
}

/** Connects the guards with the router; rendered once. */
export function LeaveGuards() {
  const holder = useRef<Guard>(undefined);
  const blocker = useBlocker(
    useStable(({ historyAction }: { historyAction: NavigationType }) => {
      const back = historyAction === NavigationType.Pop && historyDepth() !== expectedDepth;
      expectedDepth = undefined;
      holder.current = guards.findLast(({ blocks }) => blocks(back));
      return holder.current !== undefined;
    }),
  );
  useEffect(
    () => (blocker.state === 'blocked' ? (holder.current?.onBlocked(blocker) ?? undefined) : undefined),
    [blocker],
  );
  // Guards end with the portal.
  useEffect(() => () => void (guards.length = 0), []);
  return null;
}

/** While `open`, Back calls `onBack` (closes the dialog) and the page stays. */
export function useCloseOnBack(open: boolean, onBack: () => void): void {
  const back = useStable(onBack);
  useEffect(() => {
    if (!open) return;
    return addLeaveGuard({
      blocks: (isBack) => isBack,
      onBlocked: (move) => {
        move.reset();
        back();
      },
    });
  }, [open, back]);
}

/** The browser asks before it closes a tab with unsaved changes. */
export function useUnloadGuard(isDirty: () => boolean): void {
  const dirty = useStable(isDirty);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
