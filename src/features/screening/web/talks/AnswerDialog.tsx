import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { handleTalk, TALK_NOTE_MAX, type Talk } from '../../contract/own.ts';
import { TALK_STATUS } from '../../rules/consent-text.ts';
import { useAct } from '../use-act.ts';
import styles from './talks.module.css';

/** Arranges or closes a request, with words for the person who asked. */
export function AnswerDialog({ talk, onClose }: { talk: Talk; onClose: (changed: boolean) => void }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [answer, setAnswer] = useState(talk.answer ?? '');
  const handle = async (status: 2 | 3) => {
    const text = answer.trim();
    const body = { status, ...(text !== '' && { answer: text }) };
    if (await run(() => call(handleTalk, { params: { id: talk.request_id }, body }))) onClose(true);
  };
  return (
    <Modal
      open
      title={`${t('talks.handle')} · ${talk.child_name}`}
      width={600}
      onCancel={() => onClose(false)}
      footer={
        <>
          <Button disabled={busy} onClick={() => void handle(TALK_STATUS.closed)}>
            {t('talks.close')}
          </Button>
          <Button type="primary" loading={busy} onClick={() => void handle(TALK_STATUS.arranged)}>
            {t('talks.arrange')}
          </Button>
        </>
      }
    >
      {talk.note !== undefined && <p className={styles.words}>{talk.note}</p>}
      <label className={styles.field}>
        <span>{t('talks.answer')}</span>
        <Input.TextArea
          rows={4}
          maxLength={TALK_NOTE_MAX}
          value={answer}
          placeholder={t('talks.answerHint')}
          onChange={(e) => setAnswer(e.target.value)}
        />
      </label>
    </Modal>
  );
}
