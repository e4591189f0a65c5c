import { Suspense, type ReactNode } from 'react';
import type { VerificationProps } from '../../feature/web/feature.ts';
import { fromFeatures } from '../../feature/web/registry.ts';
import { lazyPage } from './lazy-page.ts';

const brought = fromFeatures((features) => {
  const load = features.find(({ verificationPanel }) => verificationPanel)?.verificationPanel;
  return load && lazyPage(load);
});

/** Second-step verification, in the panel that a feature registers. */
export function VerificationPanel({ fallback, ...props }: VerificationProps & { fallback?: ReactNode }) {
  const Panel = brought();
  return <Suspense fallback={fallback}>{Panel && <Panel {...props} />}</Suspense>;
}
