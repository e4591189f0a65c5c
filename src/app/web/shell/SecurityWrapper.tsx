import { Suspense, useEffect, useReducer, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { watermarkRemoved } from '../../../features/security-settings/contract.ts';
import { isProtected } from '../../../platform/access/secondary.ts';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { call } from '../../../platform/http/web/call.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { useRoleFacts } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { isVerified, endVerificationRequest, verification } from '../../../platform/session/web/secondary.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import { ContentSkeleton } from './ShellSkeleton.tsx';

const SuspensionButton = lazyPage(
  async () => (await import('../../../features/verification/web/SuspensionButton.tsx')).SuspensionButton,
);
const Watermark = lazyPage(async () => (await import('../../../features/verification/web/Watermark.tsx')).Watermark);

interface Props {
  page: PageEntry;
  children: ReactNode;
}

/**
 * Around the pages of staff (`spec §2`, layout; §4, security): a protected page requires second-step verification and
 * is remounted when the server revokes the proof. Other pages stay mounted but hidden during a verification, so that no
 * input is lost. The watermark covers all pages if the organisation uses it.
 */
export function SecurityWrapper({ page, children }: Props) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const facts = useRoleFacts();
  const guarded = isProtected(facts.protected, page.area ?? '');
  const { round, asked } = useStore(verification);
  const [, look] = useReducer((n: number) => n + 1, 0);
  const wanted = asked || (guarded && !isVerified());

  // Leaving the page cancels its request.
  useEffect(() => endVerificationRequest, [page.key]);
  // Another tab may complete the verification.
  useEffect(() => {
    if (!wanted) return;
    const follow = ({ key }: StorageEvent) => {
      if (key !== sessionStore.keys.secondary || !isVerified()) return;
      endVerificationRequest();
      look();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [wanted]);

  // A failure is ignored, because the watermark is already restored.
  const reportRemoval = useStable(
    () =>
      void call(watermarkRemoved, { body: { page: t(`page.${page.key}.title`) } }, { quiet: true }).catch(
        () => undefined,
      ),
  );

  return (
    <>
      {facts.flags['watermark'] === true && (
        <Suspense>
          <Watermark
            lines={[t('securitySetting.notice'), `${user.real_name} ${user.login_name}`]}
            onRemoved={reportRemoval}
          />
        </Suspense>
      )}
      {wanted && <VerificationPanel onVerified={look} fallback={<ContentSkeleton />} />}
      {!(wanted && guarded) && (
        <div key={guarded ? round : 0} data-protected={guarded} hidden={wanted}>
          {children}
        </div>
      )}
      {guarded && !wanted && (
        <Suspense>
          <SuspensionButton key={round} />
        </Suspense>
      )}
    </>
  );
}

/** Wraps the pages of students and parents, and of an expired service; adds nothing. */
export const PlainWrapper = ({ children }: Props) => <div>{children}</div>;
