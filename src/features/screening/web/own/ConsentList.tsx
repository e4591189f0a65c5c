import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import { useConfirm } from '../../../../platform/ui/web/use-confirm.ts';
import { agree, withdrawOwn, type MyConsent } from '../../contract/own.ts';
import { useAct } from '../use-act.ts';
import styles from './own.module.css';

const LOOKS = {
  open: { look: 'yellow', icon: <ClockCircleOutlined /> },
  given: { look: 'grey', icon: <CheckCircleOutlined /> },
  withdrawn: { look: 'grey', icon: <MinusCircleOutlined /> },
  not_needed: { look: 'grey', icon: <MinusCircleOutlined /> },
  over: { look: 'grey', icon: <MinusCircleOutlined /> },
} as const;

/**
 * Consents with their text and history; to give and to withdraw them.
 *
 * @param own They are about the reader, not about a child of the reader
 */
export const ConsentList = ({ consents, own }: { consents: readonly MyConsent[]; own: boolean }) =>
  consents.map((consent) => <Consent key={`${consent.exam_id} ${consent.child_id}`} consent={consent} self={own} />);

const Text = ({ text }: { text: string }) =>
  text.split('\n').map((line, i) => (
    <p key={i} className={styles.words}>
      {line}
    </p>
  ));

function Consent({ consent, self }: { consent: MyConsent; self: boolean }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { busy, run } = useAct();
  const [reading, setReading] = useState(false);
  const { exam_id, exam_name, child_id, child_name, text, state, may_agree, history, ends_at } = consent;
  const title = (own: boolean) => (own ? exam_name : `${child_name} · ${exam_name}`);
  const own = history.find((one) => one.own && one.withdrawn_at === undefined);
  const renew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['my-consents'] }),
      queries.invalidateQueries({ queryKey: ['my-exams'] }),
    ]);
  const accept = () =>
    run(async () => {
      await call(agree, { body: { exam_id, child_id, agree: true } });
      setReading(false);
      await renew();
    });
  const end = () =>
    confirm({
      title: t('mine.withdrawTitle'),
      content: t(self ? 'mine.withdrawOwnText' : 'mine.withdrawText'),
      okText: t('mine.withdraw'),
      cancelText: t('common.cancel'),
      onOk: () =>
        run(async () => {
          await call(withdrawOwn, { params: { id: own?.consent_id ?? '' } });
          await renew();
        }),
    });
  const { look, icon } = LOOKS[state];
  return (
    <article className={styles.card}>
      <div className={styles.cardHead}>
        <h3 className={styles.subtitle}>{title(self)}</h3>
        <Tag look={look} icon={icon}>
          {t(`mine.consent.${state}`)}
        </Tag>
      </div>
      {state === 'open' && ends_at !== undefined && (
        <p className={styles.quiet}>{t('mine.until', { at: dateText(ends_at) })}</p>
      )}
      <ul className={styles.history}>
        {history.map(({ consent_id, identity: who, own: mine, given_at, withdrawn_at }) => (
          <li key={consent_id}>
            {t('mine.givenBy', {
              who: t(mine ? 'mine.who.me' : who === IDENTITY.student ? 'mine.who.student' : 'mine.who.guardian'),
              at: dateText(given_at),
            })}
            {withdrawn_at !== undefined && t('mine.withdrawnAt', { at: dateText(withdrawn_at) })}
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button size="large" {...(may_agree && { type: 'primary' as const })} onClick={() => setReading(true)}>
          {t(may_agree ? 'mine.readAndDecide' : 'mine.read')}
        </Button>
        {own !== undefined && (
          <Button size="large" type="text" onClick={end}>
            {t('mine.withdraw')}
          </Button>
        )}
      </div>
      <Modal
        open={reading}
        onCancel={() => setReading(false)}
        title={title(self)}
        width={600}
        destroyOnHidden
        okText={t('mine.agree')}
        cancelText={t(may_agree ? 'mine.notNow' : 'mine.close')}
        confirmLoading={busy}
        onOk={() => void accept()}
        okButtonProps={{ size: 'large', ...(!may_agree && { style: { display: 'none' } }) }}
        cancelButtonProps={{ size: 'large' }}
      >
        <Text text={own?.text ?? text} />
        {may_agree && <p className={styles.quiet}>{t('mine.noConsequence')}</p>}
      </Modal>
    </article>
  );
}
