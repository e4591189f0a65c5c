import { LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import type { ProviderName, Way } from '../../../platform/outside-identity/provider.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { DoorFrame } from '../../../platform/ui/web/door/DoorFrame.tsx';
import { DoorAlert, DoorLead, DoorLinks } from '../../../platform/ui/web/door/DoorTexts.tsx';
import { isTooOld, wayTo, wworkVersion } from './app-version.ts';
import { BindForm } from './BindForm.tsx';
import { comeBack } from './come-back.ts';
import { foreignTitle, isChosen } from './foreign-tenant.ts';
import { third } from './texts.zh.ts';
import { addressOf, browser, trip } from './trip.ts';

provideTexts({ third });

type Stage =
  | { at: 'going' | 'returning' | 'unbound' }
  /** `again`: whether another attempt in this browser can succeed. */
  | { at: 'failed'; text: string; again: boolean }
  | { at: 'asking'; title: string };

/** What the provider sent the browser back with; empty at the beginning. */
const cameWith = (query: URLSearchParams) => ({
  code: query.get('code') ?? query.get('auth_code') ?? '',
  state: query.get('state') ?? '',
  iss: query.get('iss') ?? undefined,
  error: query.get('error') ?? '',
});

/**
 * The page of a provider: sends the browser out, and takes it back with a code. `way` is that of the address, or what
 * fits the browser.
 */
export function ReturnPage({ provider, fixedWay }: { provider: ProviderName; fixedWay?: Way }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname } = location;
  const [query] = useSearchParams();
  const [came] = useState(() => cameWith(query));
  const [tenant] = useState(() => query.get('tenant') || undefined);
  // A link from outside may name any organisation: only a click leaves for one that is not the host's.
  const [chosen, setChosen] = useState(() => isChosen(location.state));
  const isBack = came.code !== '' || came.state !== '' || came.error !== '';
  // Another attempt after a return goes out by the same app.
  const [suite_id] = useState(() => query.get('suite_id') || (isBack ? trip.get()?.suite_id : undefined));
  const [stage, setStage] = useState<Stage>({ at: isBack ? 'returning' : 'going' });
  const [round, setRound] = useState(0);
  const ran = useRef(-1);
  const name = t(`third.names.${provider}`);

  useEffect(() => {
    if (ran.current === round) return;
    ran.current = round;
    const failed = (text: string, again = true) => setStage({ at: 'failed', text, again });
    const goOut = async () => {
      const version = wworkVersion(navigator.userAgent);
      if (provider === 'wwork' && version !== undefined && isTooOld(version)) return failed(t('third.tooOld'), false);
      if (fixedWay === 'in_app' && version === undefined)
        return failed(t(suite_id === undefined ? 'third.onlyInApp' : 'third.onlyInWecom'), false);
      const title = tenant === undefined || chosen ? undefined : await foreignTitle(provider, tenant);
      if (title !== undefined) return setStage({ at: 'asking', title: title || name });
      const way = fixedWay ?? wayTo(provider, navigator.userAgent);
      return browser.goTo(await addressOf('sign-in', { plat_source: provider, way, tenant, suite_id }));
    };
    const takeBack = async () => {
      // Code and state leave address bar and history before they are used.
      await navigate(pathname, { replace: true });
      if (came.code === '') return failed(t('third.declined', { name }));
      const result = await comeBack(provider, came);
      if (result === 'unbound')
        return provider === 'wwork' ? setStage({ at: 'unbound' }) : navigate(`/${provider}-unlogin`, { replace: true });
      return navigate(result === 'bound' ? '/account-seeting' : '/login', { replace: true });
    };
    (isBack && round === 0 ? takeBack : goOut)().catch((error: unknown) => {
      const notOpened = error instanceof ApiError && error.code === 'AC_THIRD_NOT_OPENED';
      failed(displayOf(error).text || t('third.failed', { name }), !notOpened);
    });
  }, [round, isBack, came, provider, fixedWay, tenant, suite_id, chosen, pathname, navigate, t, name]);

  const goAgain = () => {
    setStage({ at: 'going' });
    setRound(round + 1);
  };

  if (stage.at === 'unbound')
    return (
      <DoorFrame title={t('third.bindTitle', { name })}>
        <Suspense>
          <BindForm provider="wwork" />
        </Suspense>
      </DoorFrame>
    );
  if (stage.at === 'asking')
    return (
      <DoorFrame title={t('third.title', { name })}>
        <DoorLead>{t('third.ask', { title: stage.title })}</DoorLead>
        <Button
          type="primary"
          size="large"
          block
          onClick={() => {
            setChosen(true);
            goAgain();
          }}
        >
          {t('third.askGo', { title: stage.title })}
        </Button>
        <DoorLinks>
          <Link to="/login">{t('third.otherWays')}</Link>
        </DoorLinks>
      </DoorFrame>
    );
  return (
    <DoorFrame title={t('third.title', { name })}>
      {stage.at === 'failed' ? (
        <>
          <DoorAlert>{stage.text}</DoorAlert>
          {stage.again && (
            <Button type="primary" size="large" block onClick={goAgain}>
              {t('third.again', { name })}
            </Button>
          )}
        </>
      ) : (
        <div role="status">
          <DoorLead>
            <LoadingOutlined aria-hidden /> {t(stage.at === 'going' ? 'third.going' : 'third.returning', { name })}
          </DoorLead>
        </div>
      )}
      <DoorLinks>
        <Link to="/login">{t('third.otherWays')}</Link>
      </DoorLinks>
    </DoorFrame>
  );
}
