import { configure } from '@testing-library/react';
import type { DetachedWindowAPI } from 'happy-dom';
import { crisisDialog } from '../../src/features/crisis/web/crisis-dialogs.ts';
import { unreadNotices } from '../../src/features/notices/web/unread.ts';
import { exportStarted } from '../../src/platform/crud/web/export-started.ts';
import { userState } from '../../src/platform/session/web/current-user.ts';
import { forgetRights } from '../../src/platform/session/web/rights.ts';
import { verification } from '../../src/platform/session/web/secondary.ts';

const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
const realStyle = window.getComputedStyle;

export const viewport = (width: number, height = 900): void => happyDOM.setViewport({ width, height });

/** What a page loses when it is reloaded: files of one worker share the modules that hold it. */
function forgetState(): void {
  forgetRights();
  userState.set({ status: 'none' });
  verification.set({ round: 0, asked: false });
  crisisDialog.set(undefined);
  unreadNotices.set(0);
  exportStarted.set(0);
}

/** The window and the state as a file of tests finds them. */
export function newPage(): void {
  forgetState();
  // Antd measures every growing input in one of its own, which it leaves behind.
  for (const left of document.querySelectorAll('body > textarea[name="hiddenTextarea"]')) left.remove();
  // Waits are for a state; on a busy machine antd's tables and dialogs take their time in an emulated browser.
  configure({ asyncUtilTimeout: 30_000, defaultHidden: false });
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
