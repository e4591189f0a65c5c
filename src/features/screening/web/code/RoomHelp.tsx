import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { chooseTalk } from '../../contract/seats.ts';
import { NO_TALK } from '../../rules/talk-choice.ts';
import { HelpDialog } from '../own/HelpDialog.tsx';
import { TalkChoice } from '../own/TalkChoice.tsx';
import { useAct } from '../use-act.ts';
import styles from '../own/own.module.css';

/** The help button without an account: help lines, and with an open sheet a request for a talk. */
export const RoomHelp = ({ sheetId }: { sheetId: string | undefined }) => (
  <HelpDialog>{sheetId !== undefined && <Ask sheetId={sheetId} />}</HelpDialog>
);

function Ask({ sheetId }: { sheetId: string }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [choice, setChoice] = useState<string>();
  const [asked, setAsked] = useState(false);
  if (asked)
    return (
      <p className={styles.done} role="status">
        {t('mine.asked')}
      </p>
    );
  const ask = () =>
    run(async () => {
      await call(chooseTalk, { params: { id: sheetId }, body: { choice: choice ?? NO_TALK } });
      setAsked(true);
    });
  return (
    <section className={styles.wishForm} aria-label={t('mine.talk')}>
      <TalkChoice sheetId={sheetId} choice={choice} onChange={setChoice} />
      <Button
        type="primary"
        size="large"
        loading={busy}
        disabled={choice === undefined || choice === NO_TALK}
        onClick={() => void ask()}
      >
        {t('mine.ask')}
      </Button>
    </section>
  );
}
