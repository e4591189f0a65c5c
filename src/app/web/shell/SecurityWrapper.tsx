import { Suspense, useEffect, useReducer, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { watermarkRemoved } from '../../../features/security-settings/contract.ts';
import { isProtected } from '../../../platform/access/secondary.ts';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { call } from '../../../platform/http/web/call.ts';
import { prompts, sessionStore } from '../../../platform/http/web/portal.ts';
import { useRoleFacts } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import {
  endVerificationRequest,
  isVerified,
  resetVerification,
  verification,
} from '../../../platform/session/web/secondary.ts';
import { isUserActive } from '../../../platform/session/web/user-activity.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import { ProofLayer } from './ProofLayer.tsx';
import { ContentSkeleton } from './ShellSkeleton.tsx';

const SuspensionButton = lazyPage(
  async () => (await import('../../../features/verification/web/SuspensionButton.tsx')).SuspensionButton,
);
const Watermark = lazyPage(async () => (await import('../../../features/verification/web/Watermark.tsx')).Watermark);

/** In milliseconds; how often a protected page without proof looks whether its user is still there. */
const WATCH_MS = 15_000;

interface Props {
  page: PageEntry;
  children: ReactNode;
}

/**
 * Around the pages of staff (`spec §2`, layout; §4, security): a protected page is mounted once there is a proof. A
 * later verification is a layer above the mounted page, so that no input is lost: when a call requires a proof, when
 * the server revokes it, or when it expires on a screen without user. The watermark covers all pages if the
 * organisation uses it.
 */
export function SecurityWrapper({ page, children }: Props) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const facts = useRoleFacts();
  const guarded = isProtected(facts.protected, page.area ?? '');
  const { round, asked } = useStore(verification);
  const [, look] = useReducer((n: number) => n + 1, 0);
  const { proof: waiting, session } = useStore(prompts.waiting);
  const [opened, setOpened] = useState(() => !guarded || isVerified());
  if (!opened && (!guarded || isVerified())) setOpened(true);
  const gate = !opened;
  const wanted = gate || asked || waiting > 0;

  // Leaving the page cancels its request.
  useEffect(() => endVerificationRequest, [page.key]);
  // Another tab may complete the verification.
  useEffect(() => {
    if (!wanted) return;
    const follow = ({ key }: StorageEvent) => {
      if (key !== sessionStore.keys.secondary || !isVerified()) return;
      endVerificationRequest();
      prompts.settle('proof', 'done');
      look();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [wanted]);

  // Hides the page of an absent user; typing is not interrupted.
  useEffect(() => {
    if (!guarded || wanted) return;
    const timer = setInterval(() => {
      if (!isVerified() && !isUserActive()) resetVerification();
    }, WATCH_MS);
    return () => clearInterval(timer);
  }, [guarded, wanted]);

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
      {gate ? (
        <VerificationPanel onVerified={look} fallback={<ContentSkeleton />} />
      ) : (
        <div data-protected={guarded}>{children}</div>
      )}
      <ProofLayer open={wanted && !gate && session === 0} locked={guarded && asked} onVerified={look} />
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
