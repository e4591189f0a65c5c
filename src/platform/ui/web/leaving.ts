import { useEffect, useRef } from 'react';
import { NavigationType, useBlocker, type Blocker } from 'react-router';
import { useStable } from './use-stable.ts';

type Held = Extract<Blocker, { state: 'blocked' }>;

/** Something that moves of the router are held up by: a form with changes, a dialog that Back is about. */
interface Guard {
  /** @param back Whether somebody pressed Back or Forward */
  holds: (back: boolean) => boolean;
  /** Told of a move that it held up, and decides about it. @returns what takes back what it did */
  held: (move: Held) => (() => void) | void;
}

/** What was opened last is asked first. The router itself knows one guard at a time. */
const guards: Guard[] = [];
/** How many pages of the portal lie behind this one; the router keeps count. */
export const stepsBehind = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Where the page itself goes back to, until something moves: coming there is no press on Back. */
let own: number | undefined;

/** @returns Takes it away again */
export function addGuard(guard: Guard): () => void {
  guards.push(guard);
  return () => {
    const at = guards.indexOf(guard);
    if (at !== -1) guards.splice(at, 1);
  };
}

/** Said before the page itself goes back. */
export function goesBack(): void {
  own = stepsBehind() - 1;
}

/** Holds moves of the router up for whoever asked for it; once, around everything that may. */
export function LeaveGuards() {
  const holder = useRef<Guard>(undefined);
  const blocker = useBlocker(
    useStable(({ historyAction }: { historyAction: NavigationType }) => {
      const back = historyAction === NavigationType.Pop && stepsBehind() !== own;
      own = undefined;
      holder.current = guards.findLast(({ holds }) => holds(back));
      return holder.current !== undefined;
    }),
  );
  useEffect(() => (blocker.state === 'blocked' ? (holder.current?.held(blocker) ?? undefined) : undefined), [blocker]);
  // Whatever is still asked for goes with the portal that it was asked in.
  useEffect(() => () => void (guards.length = 0), []);
  return null;
}

/** While a dialog is open, Back is about the dialog and not about the page below it. */
export function useBack(open: boolean, onBack: () => void): void {
  const back = useStable(onBack);
  useEffect(() => {
    if (!open) return;
    return addGuard({
      holds: (isBack) => isBack,
      held: (move) => {
        move.reset();
        back();
      },
    });
  }, [open, back]);
}

/** The browser asks before a tab is closed in which something would be lost. */
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
