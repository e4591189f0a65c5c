import { Alert, Button, Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { EventTitle, Webhook } from '../contract.ts';
import { PAUSE_AFTER_DAYS } from '../rules.ts';
import { titleOfEvent } from './event-titles.ts';
import styles from './webhooks.module.css';

const MENU = ['test', 'rotate', 'pause', 'remove'] as const;
export type CardAct = (typeof MENU)[number] | 'edit' | 'resume' | 'deliveries';

interface Props {
  hook: Webhook;
  offered: readonly EventTitle[];
  onAct: (act: CardAct) => void;
}

const TONE = { active: 'done', failing: 'red', paused: 'yellow' } as const;

/** An address with its events and its state. */
export function WebhookCard({ hook, offered, onAct }: Props) {
  const { t } = useTranslation();
  const { name, url, state, responsible, last_sent_at: sent, former_secret_until: former } = hook;
  const isPaused = state === 'paused';
  const facts = [
    sent === undefined ? t('webhook.unsent') : t('webhook.sent', { at: dateText(sent) }),
    former !== undefined && t('webhook.former', { at: dateText(former) }),
    t('webhook.responsible', { name: responsible }),
    t('webhook.made', { at: dateText(hook.created_at) }),
  ].filter((fact) => fact !== false);
  const menu: MenuProps['items'] = MENU.filter((act) => !isPaused || act === 'rotate' || act === 'remove').map(
    (act) => ({ key: act, label: t(`webhook.${act}`), danger: act === 'remove', onClick: () => onAct(act) }),
  );
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <StatusTag tone={TONE[state]}>{t(`webhook.states.${state}`)}</StatusTag>
        <span className={styles.acts}>
          {isPaused && (
            <Button type="primary" onClick={() => onAct('resume')} aria-label={t('webhook.resumeOf', { name })}>
              {t('webhook.resume')}
            </Button>
          )}
          <Button onClick={() => onAct('deliveries')} aria-label={t('webhook.deliveriesOf', { name })}>
            {t('webhook.deliveries')}
          </Button>
          <Button onClick={() => onAct('edit')} aria-label={t('webhook.editOf', { name })}>
            {t('webhook.edit')}
          </Button>
          <Dropdown menu={{ items: menu }} trigger={['click']}>
            <Button aria-label={t('webhook.moreOf', { name })}>{t('webhook.more')}</Button>
          </Dropdown>
        </span>
      </div>
      {isPaused && hook.paused_why && (
        <Alert
          type="warning"
          showIcon
          message={t('webhook.pausedSince', {
            why: t(`webhook.why.${hook.paused_why}`, { days: PAUSE_AFTER_DAYS, name: responsible }),
            at: dateText(hook.paused_at ?? ''),
          })}
        />
      )}
      {state === 'failing' && (
        <Alert
          type="error"
          showIcon
          message={t('webhook.failing', { at: dateText(hook.failing_since ?? ''), days: PAUSE_AFTER_DAYS })}
        />
      )}
      <p className={styles.text}>{url}</p>
      <p>{hook.events.map((event) => titleOfEvent(event, offered)).join('　')}</p>
      <p className={styles.text}>{facts.join('　')}</p>
    </li>
  );
}
