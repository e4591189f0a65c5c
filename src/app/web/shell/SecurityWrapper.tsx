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
 * Around the pages of staff (`spec §2`, layout; §4, security): a protected page shows nothing before the person has
 * proved a second time who they are, and begins anew when the server takes that proof back. Another page in which the
 * server asks for it stays as it is behind the question, so that nothing typed is lost. Over all of it lies the
 * watermark, where the organisation has one.
 */
export function SecurityWrapper({ page, children }: Props) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const facts = useRoleFacts();
  const guarded = isProtected(facts.protected, page.area ?? '');
  const { round, asked } = useStore(verification);
  const [, look] = useReducer((n: number) => n + 1, 0);
  const wanted = asked || (guarded && !isVerified());

  // Who leaves the page no longer wants what it asked for.
  useEffect(() => endVerificationRequest, [page.key]);
  // Another tab may have been faster.
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

  // Whatever becomes of the call: the mark is back already.
  const tell = useStable(
    () =>
      void call(watermarkRemoved, { body: { page: t(`pages.titles.${page.key}`) } }, { quiet: true }).catch(
        () => undefined,
      ),
  );

  return (
    <>
      {facts.flags['watermark'] === true && (
        <Suspense>
          <Watermark lines={[t('securitySetting.notice'), `${user.real_name} ${user.login_name}`]} onRemoved={tell} />
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

/** Around the pages of students and parents, who see only what is theirs. */
export const PlainWrapper = ({ children }: Props) => <div>{children}</div>;
