import { Button, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { ServiceAccount } from '../contract.ts';
import { rightsByArea } from './rights-by-area.ts';
import styles from './service-accounts.module.css';

interface Props {
  account: ServiceAccount;
  onRotate: () => void;
  onRevoke: () => void;
}

const TONE = { active: 'done', expired: 'yellow', revoked: 'grey' } as const;

/** An account with its rights and its use. */
export function AccountCard({ account, onRotate, onRevoke }: Props) {
  const { t } = useTranslation();
  const { name, state, client_id, networks, former_secret_until: former, last_used_at: used } = account;
  const facts = [
    t('serviceAccount.until', { at: dateText(account.expires_at) }),
    networks.length === 0 ? t('serviceAccount.anywhere') : networks.join('、'),
    used === undefined
      ? t('serviceAccount.unused')
      : t('serviceAccount.used', { at: dateText(used), address: account.last_address ?? '' }),
    former !== undefined && t('serviceAccount.former', { at: dateText(former) }),
    t('serviceAccount.made', { name: account.created_by, at: dateText(account.created_at) }),
  ].filter((fact) => fact !== false);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <StatusTag tone={TONE[state]}>{t(`serviceAccount.states.${state}`)}</StatusTag>
        <span className={styles.acts}>
          {state === 'active' && (
            <Button onClick={onRotate} aria-label={t('serviceAccount.rotateOf', { name })}>
              {t('serviceAccount.rotate')}
            </Button>
          )}
          {state !== 'revoked' && (
            <Button danger onClick={onRevoke} aria-label={t('serviceAccount.revokeOf', { name })}>
              {t('serviceAccount.revoke')}
            </Button>
          )}
        </span>
      </div>
      <p className={styles.text}>
        {t('serviceAccount.clientId')} <Typography.Text copyable>{client_id}</Typography.Text>
      </p>
      <p className={styles.text}>
        {rightsByArea(account.rights, t)
          .map(({ title, acts }) => `${title}（${acts.map((act) => t(`serviceAccount.acts.${act}`)).join('、')}）`)
          .join('　')}
      </p>
      <p className={styles.text}>{facts.join(' · ')}</p>
    </li>
  );
}
