import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import type { GuardState } from '../../../platform/pages/web/Guard.tsx';
import { HOME, LOGIN } from '../../../platform/pages/web/route-guard.ts';
import { userState } from '../../../platform/session/web/current-user.ts';
import { loadRights } from '../../../platform/session/web/portal-data.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { DoorMessage } from '../../../platform/ui/web/door/DoorMessage.tsx';
import { PageLoading } from '../../../platform/ui/web/PageLoading.tsx';
import { ServiceAway } from '../../../platform/ui/web/ServiceAway.tsx';
import { openerOf } from './subjects.ts';
import { messageRouter } from './texts.zh.ts';

provideTexts({ messageRouter });

/**
 * /message/router: opens what a message is about; `message_router` is the type of the subject, `id` its id. Signs in
 * first, because only then it is known what the person may open.
 */
export function MessageRouterPage() {
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  const user = useStore(userState);
  const state: GuardState = { from: pathname + search };
  if (user.status !== 'chosen') return <Navigate to={LOGIN} replace state={state} />;
  // Students and guardians find their messages on the home page.
  if (user.current.role === null) return <Navigate to={HOME} replace />;
  return (
    <OpenSubject
      key={search}
      subject={{ subject_type: query.get('message_router') ?? '', subject_id: query.get('id') ?? '' }}
    />
  );
}

type Progress = 'loading' | 'away' | 'closed';

function OpenSubject({ subject }: { subject: { subject_type: string; subject_id: string } }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress>('loading');
  const { subject_type, subject_id } = subject;
  useEffect(() => {
    if (progress !== 'loading') return;
    let left = false;
    const go = (path: string) => {
      left = true;
      void navigate(path, { replace: true });
    };
    loadRights().then(
      () => {
        const open = openerOf({ subject_type, subject_id }, go);
        if (open === undefined) return setProgress('closed');
        open();
        // A dialog opens above the home page.
        if (!left) go(HOME);
      },
      () => setProgress('away'),
    );
  }, [progress, subject_type, subject_id, navigate]);
  if (progress === 'loading') return <PageLoading />;
  if (progress === 'away') return <ServiceAway onRetry={() => setProgress('loading')} />;
  return (
    <DoorMessage
      title={t('messageRouter.title')}
      text={t('messageRouter.text')}
      acts={
        <Button type="primary" size="large" block onClick={() => void navigate(HOME, { replace: true })}>
          {t('common.toHome')}
        </Button>
      }
    />
  );
}
