import { useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../use-act.ts';
import { EMPTY_WISH, sendWish, TalkWish, type Wish } from './TalkWish.tsx';
import { useChildren } from './use-children.ts';
import { useReader } from './use-reader.ts';
import styles from './own.module.css';

/**
 * Asks for a talk. Asks for nothing else: no code, no second proof.
 *
 * @param sheetId The sheet from which it is asked
 */
export function TalkForm({ sheetId }: { sheetId?: string }) {
  const { t } = useTranslation();
  const reader = useReader();
  const queries = useQueryClient();
  const { busy, run } = useAct();
  const [wish, setWish] = useState<Wish>({ ...EMPTY_WISH, wants: true });
  const { children, several } = useChildren();
  const [childId, setChildId] = useState<string>();
  const child = several ? childId : undefined;
  const send = () =>
    run(async () => {
      await sendWish(wish, {
        ...(child !== undefined && { child_id: child }),
        ...(sheetId !== undefined && { child_exam_id: sheetId }),
      });
      setWish((now) => ({ ...now, sent: true }));
      await queries.invalidateQueries({ queryKey: ['my-talks'] });
    });
  if (wish.sent)
    return (
      <p className={styles.done} role="status">
        {t('mine.asked', reader)}
      </p>
    );
  return (
    <section className={styles.wishForm} aria-label={t('mine.talk', reader)}>
      <h3 className={styles.subtitle}>{t('mine.talk', reader)}</h3>
      {several && (
        <label>
          <span>{t('mine.aboutChild')}</span>
          <Select
            size="large"
            placeholder={t('mine.whichChild')}
            onChange={(id: string) => setChildId(id)}
            options={children.map(({ child_id, child_name }) => ({ value: child_id, label: child_name }))}
          />
        </label>
      )}
      <TalkWish wish={wish} onChange={setWish} asked />
      <Button
        type="primary"
        size="large"
        loading={busy}
        disabled={several && childId === undefined}
        onClick={() => void send()}
      >
        {t('mine.ask')}
      </Button>
    </section>
  );
}
