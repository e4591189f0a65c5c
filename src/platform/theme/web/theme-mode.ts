import { useSyncExternalStore } from 'react';
import { persistentStorage } from '../../state/web/storage.ts';
import type { Mode } from '../tokens.ts';

export type ModeChoice = Mode | 'system';

/** `public/theme.js` reads the same key before the first paint. */
export const THEME_KEY = 'xinyu.theme';

const system = window.matchMedia('(prefers-color-scheme: dark)');
const printing = window.matchMedia('print');
const listeners = new Set<() => void>();

export function modeChoice(): ModeChoice {
  const stored = persistentStorage.getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Paper is light. */
export function currentMode(): Mode {
  if (printing.matches) return 'light';
  const choice = modeChoice();
  if (choice !== 'system') return choice;
  return system.matches ? 'dark' : 'light';
}

function announce(): void {
  document.documentElement.dataset.theme = currentMode();
  for (const listener of listeners) listener();
}

/** Stores the mode on this device; `system` follows the device. */
export function chooseMode(choice: ModeChoice): void {
  if (choice === 'system') persistentStorage.removeItem(THEME_KEY);
  else persistentStorage.setItem(THEME_KEY, choice);
  announce();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const media of [system, printing]) media.addEventListener('change', announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const media of [system, printing]) media.removeEventListener('change', announce);
  };
}

export const useMode = (): Mode => useSyncExternalStore(subscribe, currentMode);
export const useModeChoice = (): ModeChoice => useSyncExternalStore(subscribe, modeChoice);
