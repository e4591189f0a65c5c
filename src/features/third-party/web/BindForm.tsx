import { Spin } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { DoorAlert, DoorLead, DoorLinks } from '../../../platform/ui/web/door/DoorTexts.tsx';
import { SignInForm } from '../../account/web/public.ts';
import { pendingIdentity } from '../contract.ts';
import { bindAndSignIn } from './bind-and-sign-in.ts';
import { third } from './texts.zh.ts';
import { trip } from './trip.ts';

provideTexts({ third });

type Bindable = 'wechat' | 'qq' | 'wwork';
type Found = { is: 'loading' } | { is: 'waiting'; name: string; secret: string } | { is: 'none'; text: string };

/**
 * Binds the identity that this tab proved to the account that signs in here with a password. The name is shown before,
 * so that a person does not bind the identity of another person.
 */
export function BindForm({ provider }: { provider: Bindable }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [found, setFound] = useState<Found>({ is: 'loading' });
  const name = t(`third.names.${provider}`);

  useEffect(() => {
    const going = trip.get();
    const nothing = { is: 'none', text: t('third.nothingToBind', { name }) } as const;
    if (going?.provider !== provider) return setFound(nothing);
    const { secret } = going;
    call(pendingIdentity, { body: { browser: secret } }, { quiet: true }).then(
      ({ display_name }) => setFound({ is: 'waiting', name: display_name, secret }),
      (error: unknown) =>
        setFound(
          error instanceof ApiError && error.code === 'AC_THIRD_STATE_INVALID'
            ? nothing
            : { is: 'none', text: displayOf(error).text },
        ),
    );
    return undefined;
  }, [provider, name, t]);

  if (found.is === 'loading') return <Spin />;
  return (
    <>
      {found.is === 'none' ? (
        <DoorAlert>{found.text}</DoorAlert>
      ) : (
        <>
          <DoorLead>
            {t(found.name === '' ? 'third.bindNameless' : 'third.bindLead', { name, who: found.name })}
          </DoorLead>
          <Suspense>
            <SignInForm
              send={async (credentials) => {
                await bindAndSignIn(provider, found.secret, credentials);
                await navigate('/login', { replace: true });
              }}
            />
          </Suspense>
        </>
      )}
      <DoorLinks>
        <Link to="/login">{t(found.is === 'none' ? 'third.toLogin' : 'third.withoutBinding')}</Link>
      </DoorLinks>
    </>
  );
}
