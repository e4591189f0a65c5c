import { configure } from '@testing-library/react';
import type { DetachedWindowAPI } from 'happy-dom';

const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
const realStyle = window.getComputedStyle;

export const viewport = (width: number, height = 900): void => happyDOM.setViewport({ width, height });

/** The window as a file of tests finds it: files of one worker share it. */
export function newPage(): void {
  // Waits are for a state; on a busy machine antd's tables and dialogs take their time in an emulated browser.
  configure({ asyncUtilTimeout: 10_000, defaultHidden: false });
  window.getComputedStyle = realStyle;
  happyDOM.settings.device.prefersReducedMotion = 'no-preference';
  viewport(1024, 768);
  localStorage.clear();
  sessionStorage.clear();
}

/** For files whose tests do not depend on style sheets or motion. */
export function plainPage(): void {
  configure({ defaultHidden: true });
  // Computing styles from antd's sheets for every query takes most of the time.
  window.getComputedStyle = (element) => (element as HTMLElement).style;
  // Animations are off, so that closed elements disappear at once.
  happyDOM.settings.device.prefersReducedMotion = 'reduce';
}
