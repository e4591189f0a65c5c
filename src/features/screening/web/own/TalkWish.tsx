import { useQuery } from '@tanstack/react-query';
import { Input, Radio, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { askForTalk, myTalks, TALK_NOTE_MAX } from '../../contract/own.ts';
import styles from './own.module.css';

/** Asks whether the user would like to talk, with whom, and about what. */
export interface Wish {
  /** Undefined: not answered. */
  wants: boolean | undefined;
  wantedWith: string | undefined;
  note: string;
  sent: boolean;
}
export const EMPTY_WISH: Wish = { wants: undefined, wantedWith: undefined, note: '', sent: false };

/** Sends a wish once. @throws ApiError */
export async function sendWish(
  { wants, wantedWith, note, sent }: Wish,
  about: { child_id?: string; child_exam_id?: string },
): Promise<void> {
  if (wants !== true || sent) return;
  const body = { ...about, ...(wantedWith !== undefined && { wanted_with: wantedWith }), ...(note !== '' && { note }) };
  await call(askForTalk, { body });
}

interface Props {
  wish: Wish;
  onChange: (wish: Wish) => void;
  /** The question is answered already: the form is shown at once. */
  asked?: boolean;
}

export const useTalks = () =>
  useQuery({
    queryKey: ['my-talks'],
    queryFn: ({ signal }) => call(myTalks, {}, { signal, quiet: true }),
    gcTime: 0,
  });

/** Asks everybody whether they would like to talk. No answer is needed. */
export function TalkWish({ wish, onChange, asked = false }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const people = useTalks().data?.people ?? [];
  const change = (more: Partial<Wish>) => onChange({ ...wish, ...more });
  return (
    <div className={styles.wish}>
      {!asked && (
        <>
          <h3 id={id} className={styles.subtitle}>
            {t('mine.wish')}
          </h3>
          <Radio.Group
            aria-labelledby={id}
            value={wish.wants ?? null}
            disabled={wish.sent}
            onChange={(e) => change({ wants: e.target.value === true })}
            className={styles.radios}
            options={[
              { value: false, label: t('mine.wishNo') },
              { value: true, label: t('mine.wishYes') },
            ]}
          />
        </>
      )}
      {(asked || wish.wants === true) && (
        <div className={styles.wishForm}>
          <label>
            <span>{t('mine.withWhom')}</span>
            <Select
              size="large"
              value={wish.wantedWith ?? ''}
              disabled={wish.sent}
              onChange={(value) => change({ wantedWith: value === '' ? undefined : value })}
              options={[
                { value: '', label: t('mine.withAnyone') },
                ...people.map(({ user_id, real_name }) => ({
                  value: user_id,
                  label: t('mine.teacher', { name: real_name }),
                })),
              ]}
            />
          </label>
          <label>
            <span>{t('mine.note')}</span>
            <Input.TextArea
              rows={3}
              maxLength={TALK_NOTE_MAX}
              value={wish.note}
              disabled={wish.sent}
              onChange={(e) => change({ note: e.target.value })}
            />
          </label>
          <p className={styles.quiet}>{t('mine.whoReads')}</p>
        </div>
      )}
    </div>
  );
}
