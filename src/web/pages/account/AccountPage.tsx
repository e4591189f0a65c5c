import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../table.ts';
import { useUserActs } from '../../layout/use-user-acts.ts';
import { useCurrentUser } from '../../providers/current-user.ts';
import { Avatar } from '../../widgets/Avatar.tsx';
import { PageTitle } from '../../widgets/PageTitle.tsx';
import { NotBuilt } from '../../layout/NotBuilt.tsx';
import { labelOf } from '../../../shared/rules/labels.ts';
import styles from './AccountPage.module.css';

/** /account-seeting: who one is, and the way out. What the person can change here comes later and says so. */
export function AccountPage() {
  const { t } = useTranslation();
  const { user, org, role, identity } = useCurrentUser();
  const page = pageOf('account');
  return (
    <div className={styles.page}>
      <PageTitle title={t('pages.titles.account')} about={t('pages.account.about')} />
      <section className={styles.card}>
        <div className={styles.person}>
          <Avatar name={user.real_name} src={user.avatar} size={56} />
          <div>
            <p className={styles.name}>{user.real_name}</p>
            <p className={styles.login}>{user.login_name}</p>
          </div>
        </div>
        <dl className={styles.facts}>
          <Fact name={t('pages.account.sex')}>{user.sex === undefined ? t('pages.account.unknown') : labelOf('sex', user.sex)}</Fact>
          <Fact name={t('pages.account.mobile')}>{user.mobile || t('pages.account.unbound')}</Fact>
          <Fact name={t('pages.account.identity')}>{labelOf('identity', identity)}</Fact>
          <Fact name={t('layout.org')}>{org.org_name}</Fact>
          {role !== null && <Fact name={t('layout.role')}>{role.role_name}</Fact>}
        </dl>
      </section>
      <section className={styles.card}>
        <h2 className={styles.heading}>{t('pages.account.security')}</h2>
        <ul className={styles.later}>
          {(['password', 'bindMobile', 'thirdParty'] as const).map((key) => <li key={key}><NotBuilt>{t(`pages.account.${key}`)}</NotBuilt></li>)}
        </ul>
      </section>
      {page !== undefined && <Leave page={page} />}
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

function Leave({ page }: { page: Parameters<typeof useUserActs>[0] }) {
  const { t } = useTranslation();
  const { run } = useUserActs(page, () => undefined);
  return <div><Button danger onClick={() => run('signOut')}>{t('layout.signOut')}</Button></div>;
}
