import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromFeatures } from '../../../platform/feature/web/registry.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { isOperator, loadCurrentUser, useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { Avatar } from '../../../platform/ui/web/Avatar.tsx';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { useSignOut } from '../../../platform/ui/web/use-sign-out.ts';
import { authenticatorStatus, boundMobile } from '../../verification/public.ts';
import { AUTHENTICATOR, BOUND_MOBILE } from '../../verification/web/public.ts';
import { isReserved } from '../rules.ts';
import { AccountRow as Row } from './AccountRow.tsx';
import { Appearance } from './Appearance.tsx';
import { AvatarActs } from './AvatarActs.tsx';
import { Devices, SESSIONS } from './Devices.tsx';
import { account } from './texts.zh.ts';
import styles from './AccountPage.module.css';

provideTexts({ account });

const OwnViews = lazyPage(async () => (await import('./OwnViews.tsx')).OwnViews);
const LoginNameDialog = lazyPage(async () => (await import('./LoginNameDialog.tsx')).LoginNameDialog);
const PasswordDialog = lazyPage(async () => (await import('./PasswordDialog.tsx')).PasswordDialog);
const MobileDialog = lazyPage(async () => (await import('./MobileDialog.tsx')).MobileDialog);

const EnrolDialog = lazyPage(async () => (await import('./AuthenticatorDialog.tsx')).EnrolDialog);
const RemoveDialog = lazyPage(async () => (await import('./AuthenticatorDialog.tsx')).RemoveDialog);

/** Rows that other features bring. */
const otherRows = fromFeatures((features) =>
  features.flatMap(({ name, accountRows }) => (accountRows ? [{ name, Rows: lazyPage(accountRows) }] : [])),
);

type Dialog = 'login-name' | 'password' | 'mobile' | 'enrol' | 'remove';

/** /account-seeting: the personal data, sign-in methods and sessions of the user, and sign-out. */
export function AccountPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const current = useCurrentUser();
  const { user, org, role, identity } = current;
  const [dialog, setDialog] = useState<Dialog>();
  // A dialog stays mounted after it was opened, so that it can return the focus.
  const [mounted, setMounted] = useState<readonly Dialog[]>([]);
  // Shows a mobile that was bound after sign-in.
  const bound = useQuery({
    queryKey: BOUND_MOBILE,
    queryFn: ({ signal }) => call(boundMobile, {}, { signal, quiet: true }),
    initialData: user.mobile === undefined ? {} : { mobile: user.mobile },
  });
  const mobile = bound.data.mobile;
  const isStaff = role !== null;
  // Whom an organisation vouches for manages the whole account after another sign-in.
  const isOwn = user.vouched_for_by === undefined;
  const { data: authenticator } = useQuery({
    queryKey: AUTHENTICATOR,
    queryFn: ({ signal }) => call(authenticatorStatus, {}, { signal, quiet: true }),
    enabled: isStaff,
  });

  const open = (name: Dialog) => {
    setMounted([...mounted.filter((each) => each !== name), name]);
    setDialog(name);
  };
  const propsOf = (name: Dialog, queryKey: readonly string[]) => ({
    open: dialog === name,
    onClose: () => setDialog(undefined),
    onDone: () => void client.invalidateQueries({ queryKey }),
  });

  return (
    <div className={styles.page}>
      <PageTitle title={t('page.account.title')} about={t('account.about')} />
      <section className={styles.card}>
        <div className={styles.person}>
          <Avatar name={user.real_name} src={user.avatar} size={56} />
          <div>
            <p className={styles.name}>{user.real_name}</p>
            <p className={styles.login}>{user.login_name}</p>
          </div>
          {isOwn && !isOperator(current) && <AvatarActs avatar={user.avatar} />}
        </div>
        <dl className={styles.facts}>
          <Fact name={t('account.sex')}>{user.sex === null ? t('account.unknown') : labelOf('sex', user.sex)}</Fact>
          <Fact name={t('account.identity')}>{labelOf('identity', identity)}</Fact>
          <Fact name={t('layout.org')}>{org.org_name}</Fact>
          {role !== null && <Fact name={t('layout.role')}>{role.role_name}</Fact>}
        </dl>
      </section>
      <section className={styles.card} aria-labelledby="ways-in">
        <h2 id="ways-in" className={styles.heading}>
          {t('account.security')}
        </h2>
        {!isOwn && <Alert type="info" showIcon message={t('account.vouchedFor', { org: org.org_name })} />}
        <ul>
          {isOwn && (
            <>
              {!isReserved(user.login_name) && (
                <Row
                  name={`${t('account.loginName')} ${user.login_name}`}
                  about={t('account.loginNameAbout')}
                  act={<Button onClick={() => open('login-name')}>{t('account.changeLoginName')}</Button>}
                />
              )}
              <Row
                name={t('account.password')}
                about={t('account.passwordAbout')}
                act={<Button onClick={() => open('password')}>{t('account.changePassword')}</Button>}
              />
              <Row
                name={mobile === undefined ? t('account.mobile') : `${t('account.mobile')} ${mobile}`}
                about={t(mobile === undefined ? 'account.mobileNone' : 'account.mobileAbout')}
                act={
                  <Button onClick={() => open('mobile')}>
                    {t(mobile === undefined ? 'account.bind' : 'account.rebind')}
                  </Button>
                }
              />
            </>
          )}
          {isStaff && authenticator && (
            <Row
              name={t('account.authenticator')}
              about={
                authenticator.enrolled
                  ? t('account.authenticatorOn', { count: authenticator.recovery_codes_left })
                  : t(authenticator.required ? 'account.authenticatorDemanded' : 'account.authenticatorOff')
              }
              act={
                (isOwn || !authenticator.enrolled) && (
                  <Button onClick={() => open(authenticator.enrolled ? 'remove' : 'enrol')}>
                    {t(authenticator.enrolled ? 'account.authenticatorRemove' : 'account.authenticatorSet')}
                  </Button>
                )
              }
            />
          )}
          {isOwn && (
            <Suspense>
              {otherRows().map(({ name, Rows }) => (
                <Rows key={name} Row={Row} />
              ))}
            </Suspense>
          )}
        </ul>
      </section>
      {isStaff && (
        <section className={styles.card} aria-labelledby="own-views">
          <h2 id="own-views" className={styles.heading}>
            {t('account.views')}
          </h2>
          <p className={styles.about}>{t('account.viewsAbout')}</p>
          <ul>
            <Suspense>
              <OwnViews Row={Row} none={t('account.viewsNone')} />
            </Suspense>
          </ul>
        </section>
      )}
      <Appearance />
      {isOwn && <Devices />}
      <SignOutButton />
      <Suspense>
        {mounted.includes('login-name') && (
          <LoginNameDialog
            open={dialog === 'login-name'}
            onClose={() => setDialog(undefined)}
            // The header and other forms show the name as well.
            onDone={() => void loadCurrentUser().catch(notifyFailure)}
          />
        )}
        {mounted.includes('password') && <PasswordDialog {...propsOf('password', SESSIONS)} />}
        {mounted.includes('enrol') && <EnrolDialog {...propsOf('enrol', AUTHENTICATOR)} />}
        {mounted.includes('remove') && <RemoveDialog {...propsOf('remove', AUTHENTICATOR)} />}
        {mounted.includes('mobile') && <MobileDialog {...propsOf('mobile', BOUND_MOBILE)} />}
      </Suspense>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function SignOutButton() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <div>
      <Button danger onClick={signOut}>
        {t('layout.signOut')}
      </Button>
    </div>
  );
}
