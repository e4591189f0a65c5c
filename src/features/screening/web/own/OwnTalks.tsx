import { CheckCircleOutlined, ClockCircleOutlined, MessageOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import { TALK_STATUS } from '../../rules/consent-text.ts';
import { TalkForm } from './TalkForm.tsx';
import { useTalks } from './TalkWish.tsx';
import { useReader } from './use-reader.ts';
import styles from './own.module.css';

const SHOWN = 5;

/** The user's requests for a talk with the answers, and a button for another one. */
export function OwnTalks() {
  const { t } = useTranslation();
  const reader = useReader();
  const [asking, setAsking] = useState(false);
  const items = useTalks().data?.items ?? [];
  return (
    <section className={styles.card} aria-labelledby="talks">
      <h2 id="talks" className={styles.subtitle}>
        {t('mine.talk', reader)}
      </h2>
      <p className={styles.words}>{t('mine.talkText', reader)}</p>
      <Button size="large" icon={<MessageOutlined aria-hidden />} onClick={() => setAsking(true)}>
        {t('mine.talk', reader)}
      </Button>
      <ul className={styles.talks}>
        {items.slice(0, SHOWN).map(({ request_id, requested_at, status, answer, note, handled_by_name }) => (
          <li key={request_id}>
            <div className={styles.cardHead}>
              <span className={styles.quiet}>{t('mine.askedAt', { at: dateText(requested_at) })}</span>
              <Tag
                look={status === TALK_STATUS.waiting ? 'yellow' : 'grey'}
                icon={status === TALK_STATUS.waiting ? <ClockCircleOutlined /> : <CheckCircleOutlined />}
              >
                {labelOf('talk_status', status)}
              </Tag>
            </div>
            {note !== undefined && <p className={styles.quiet}>{note}</p>}
            {answer !== undefined && (
              <p className={styles.words}>{t('mine.answer', { name: handled_by_name ?? '', text: answer })}</p>
            )}
          </li>
        ))}
      </ul>
      <Modal
        open={asking}
        onCancel={() => setAsking(false)}
        title={t('mine.talk', reader)}
        footer={null}
        width={600}
        destroyOnHidden
      >
        <TalkForm />
      </Modal>
    </section>
  );
}
