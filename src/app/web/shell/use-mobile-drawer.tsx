import { Suspense, useState, type ReactNode } from 'react';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { DialogBoundary } from './DialogBoundary.tsx';
import type { DialogName } from './use-dialogs.tsx';

const MobileDrawer = lazyPage(async () => (await import('./MobileDrawer.tsx')).MobileDrawer);

/** The drawer of phones; it is loaded when it is first opened. */
export function useMobileDrawer(
  page: PageEntry | undefined,
  open: (dialog: DialogName) => void,
): { openDrawer: () => void; drawer: ReactNode } {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const drawer = state !== 'never' && page !== undefined && (
    <DialogBoundary>
      <Suspense fallback={null}>
        <MobileDrawer page={page} visible={state === 'open'} onClose={() => setState('closed')} open={open} />
      </Suspense>
    </DialogBoundary>
  );
  return { openDrawer: () => setState('open'), drawer };
}
