import { Radio } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { talkChoices } from '../../contract/seats.ts';
import { ANYONE, NO_TALK } from '../../rules/talk-choice.ts';
import styles from './own.module.css';

interface Props {
  sheetId: string;
  /** Undefined: not answered. */
  choice: string | undefined;
  disabled?: boolean;
  onChange: (choice: string) => void;
}

/** The closing question where others see the screen: the same list for everybody, which no choice makes longer. */
export function TalkChoice({ sheetId, choice, disabled = false, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [people, setPeople] = useState<DataOf<typeof talkChoices>['people']>([]);
  useEffect(() => {
    let gone = false;
    call(talkChoices, { params: { id: sheetId } }, { quiet: true, noPrompt: true }).then(
      (found) => !gone && setPeople(found.people),
      // Without the names, a talk with any counsellor can still be requested.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [sheetId]);
  return (
    <div className={styles.wish}>
      <h3 id={id} className={styles.subtitle}>
        {t('mine.wish')}
      </h3>
      <Radio.Group
        aria-labelledby={id}
        value={choice ?? null}
        disabled={disabled}
        onChange={(event) => onChange(String(event.target.value))}
        className={styles.talkChoices ?? ''}
        options={[
          { value: NO_TALK, label: t('mine.wishNo') },
          { value: ANYONE, label: t('mine.wishAnyone') },
          ...people.map(({ choice: value, real_name: name }) => ({ value, label: t('mine.wishTeacher', { name }) })),
        ]}
      />
    </div>
  );
}
