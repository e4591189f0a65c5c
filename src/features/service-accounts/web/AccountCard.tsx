import { Alert, Button, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { Right, ServiceAccount } from '../contract.ts';
import { rightsByArea, titleOfAct } from './rights-by-area.ts';
import styles from './service-accounts.module.css';

interface Props {
  account: ServiceAccount;
  onRotate: () => void;
  onRevoke: () => void;
}

const TONE = { active: 'done', suspended: 'red', expired: 'yellow', revoked: 'grey' } as const;

const textOf = (rights: readonly Right[], t: TFunction): string =>
  rightsByArea(rights, t)
    .map(({ area, title, acts }) => `${title}（${acts.map((act) => titleOfAct(area, act, t)).join('、')}）`)
    .join('　');

/** An account with its rights and its use. */
export function AccountCard({ account, onRotate, onRevoke }: Props) {
  const { t } = useTranslation();
  const { name, state, client_id, networks, former_secret_until: former, last_used_at: used } = account;
  const isInUse = state === 'active' || state === 'suspended';
  const act = state === 'suspended' ? 'takeOver' : 'rotate';
  const facts = [
    t('serviceAccount.until', { at: dateText(account.expires_at) }),
    networks.length === 0 ? t('serviceAccount.anywhere') : networks.join('、'),
    used === undefined
      ? t('serviceAccount.unused')
      : t('serviceAccount.used', { at: dateText(used), address: account.last_address ?? '' }),
    former !== undefined && t('serviceAccount.former', { at: dateText(former) }),
    t('serviceAccount.made', { name: account.created_by, at: dateText(account.created_at) }),
    account.responsible !== account.created_by && t('serviceAccount.responsible', { name: account.responsible }),
  ].filter((fact) => fact !== false);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <StatusTag tone={TONE[state]}>{t(`serviceAccount.states.${state}`)}</StatusTag>
        <span className={styles.acts}>
          {isInUse && (
            <Button onClick={onRotate} aria-label={t(`serviceAccount.${act}Of`, { name })}>
              {t(`serviceAccount.${act}`)}
            </Button>
          )}
          {state !== 'revoked' && (
            <Button danger onClick={onRevoke} aria-label={t('serviceAccount.revokeOf', { name })}>
              {t('serviceAccount.revoke')}
            </Button>
          )}
        </span>
      </div>
      {state === 'suspended' && (
        <Alert type="warning" showIcon message={t('serviceAccount.suspended', { name: account.responsible })} />
      )}
      {state === 'active' && account.lost.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('serviceAccount.lost', { name: account.responsible, rights: textOf(account.lost, t) })}
        />
      )}
      <p className={styles.text}>
        {t('serviceAccount.clientId')} <Typography.Text copyable>{client_id}</Typography.Text>
      </p>
      {account.public_key && (
        <p className={styles.text}>
          {t('serviceAccount.keyOf', { kind: account.public_key.kind })}{' '}
          <Typography.Text copyable>{account.public_key.key_id}</Typography.Text>
        </p>
      )}
      <p className={styles.text}>{textOf(account.rights, t)}</p>
      <p className={styles.text}>{facts.join(' · ')}</p>
    </li>
  );
}
