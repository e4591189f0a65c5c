import { Suspense } from 'react';
import { crisisDialog } from '../../../features/crisis/web/crisis-dialogs.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

const ReportDialog = lazyPage(async () => (await import('../../../features/crisis/web/ReportDialog.tsx')).ReportDialog);
const VerdictDialog = lazyPage(
  async () => (await import('../../../features/crisis/web/VerdictDialog.tsx')).VerdictDialog,
);

const close = () => crisisDialog.set(undefined);

/** Crisis report and warning verification, above the page that opens them. */
export function CrisisDialogs() {
  const shown = useStore(crisisDialog);
  if (shown === undefined) return null;
  return (
    <Suspense fallback={null}>
      {shown.name === 'report' ? (
        <ReportDialog {...shown.request} onClose={close} />
      ) : (
        <VerdictDialog key={shown.request.warnId} {...shown.request} onClose={close} />
      )}
    </Suspense>
  );
}
