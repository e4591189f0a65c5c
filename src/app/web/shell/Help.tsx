import { Suspense } from 'react';
import { loadHelpButton } from '../../../features/screening/web/public.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { DialogBoundary } from './DialogBoundary.tsx';

const HelpButton = lazyPage(loadHelpButton);

/** Help lines and a request for a talk, in the header of students and guardians. */
export const Help = () => (
  <DialogBoundary>
    <Suspense fallback={null}>
      <HelpButton />
    </Suspense>
  </DialogBoundary>
);
