import { Button, Checkbox } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { Delivery, EventTitle } from '../contract.ts';
import { titleOfEvent } from './event-titles.ts';
import styles from './webhooks.module.css';

interface Props {
  delivery: Delivery;
  offered: readonly EventTitle[];
  isChosen: boolean;
  onChoose: () => void;
  /** Undefined while nothing may be sent. */
  onAgain: (() => void) | undefined;
}

const TONE = { waiting: 'yellow', delivered: 'done', failed: 'red', held: 'grey' } as const;
const REDIRECTS = 3;
const HUNDRED = 100;

function resultOf({ code, fault, ms, attempts, state, next_at }: Delivery, t: TFunction): string {
  if (attempts === 0) return '';
  const isRedirect = code !== undefined && Math.floor(code / HUNDRED) === REDIRECTS;
  const answered = code !== undefined && t(isRedirect ? 'webhookDelivery.redirect' : 'webhookDelivery.code', { code });
  return [
    answered,
    fault !== undefined && t(`webhookDelivery.faults.${fault}`),
    ms !== undefined && t('webhookDelivery.ms', { ms }),
    t('webhookDelivery.attempts', { count: attempts }),
    state === 'waiting' && next_at !== undefined && t('webhookDelivery.next', { at: dateText(next_at) }),
  ]
    .filter((part) => part !== false)
    .join('　');
}

/** One event that was, or will be, sent. */
export function DeliveryRow({ delivery, offered, isChosen, onChoose, onAgain }: Props) {
  const { t } = useTranslation();
  const { event, at, ids, state, answer, delivery_id: id } = delivery;
  const title = titleOfEvent(event, offered);
  const about = { event: title, at: dateText(at) };
  return (
    <li className={styles.delivery}>
      <Checkbox checked={isChosen} onChange={onChoose} aria-label={t('webhookDelivery.againOf', about)} />
      <span className={styles.what}>
        <StatusTag tone={TONE[state]}>{t(`webhookDelivery.states.${state}`)}</StatusTag>
        <span>{title}</span>
        <span className={styles.text}>{dateText(at)}</span>
      </span>
      {onAgain ? (
        <Button size="small" onClick={onAgain} aria-label={t('webhookDelivery.againOf', about)}>
          {t('webhookDelivery.again')}
        </Button>
      ) : (
        <span />
      )}
      <div className={styles.detail}>
        {[resultOf(delivery, t), ids.length > 0 && t('webhookDelivery.ids', { count: ids.length }), id]
          .filter((part) => part !== false && part !== '')
          .join('　')}
        {answer !== undefined && <pre aria-label={t('webhookDelivery.answer')}>{answer}</pre>}
      </div>
    </li>
  );
}
