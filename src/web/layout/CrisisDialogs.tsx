import { Suspense } from 'react';
import { lazyPage } from '../lazy-page.ts';
import { crisisDialog } from '../providers/crisis-dialogs.ts';
import { useStore } from '../providers/store.ts';

const ReportDialog = lazyPage(async () => (await import('../pages/crisis/ReportDialog.tsx')).ReportDialog);
const VerdictDialog = lazyPage(async () => (await import('../pages/crisis/VerdictDialog.tsx')).VerdictDialog);

const close = () => crisisDialog.set(undefined);

/** Crisis report and warning verification, over whatever page opens them. */
export function CrisisDialogs() {
  const shown = useStore(crisisDialog);
  if (shown === undefined) return null;
  return (
    <Suspense fallback={null}>
      {shown.name === 'report' ? <ReportDialog {...shown.asked} onClose={close} /> : <VerdictDialog key={shown.asked.warnId} {...shown.asked} onClose={close} />}
    </Suspense>
  );
}
