import { Button, Input } from 'antd';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { sessionStore } from '../../../../platform/http/web/portal.ts';
import { sessionFrom } from '../../../../platform/http/web/session-store.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { signOut } from '../../../../platform/session/web/sign-out.ts';
import { Field, fieldProps } from '../../../../platform/ui/web/field/Field.tsx';
import { useTitle } from '../../../../platform/ui/web/use-title.ts';
import { examSignIn } from '../../contract/rooms.ts';
import { CODE_LENGTH, plainCode } from '../../rules/codes.ts';
import { deviceId } from '../offline/device.ts';
import { HelpLines } from '../own/HelpLines.tsx';
import { mine, room, sheet } from '../texts.zh.ts';
import { CodeSheet } from './CodeSheet.tsx';
import styles from '../sheet/sheet.module.css';

provideTexts({ mine, room, sheet });

/** A session for one sheet. @returns the sheet @throws ApiError */
async function enter(code: string): Promise<string> {
  const pair = await call(examSignIn, { body: { code, device_id: deviceId() } }, { quiet: true });
  // Ends the session of the person who used this PC before.
  if (sessionStore.session() !== undefined) await signOut();
  const { child_exam_id: id, org_id, org_type } = pair;
  // Unsent answers belong to the sheet: after a restart the same code opens another session.
  sessionStore.setSession(sessionFrom({ ...pair, user_id: `sheet:${id}` }, Date.now(), 'exam_code'));
  sessionStore.choose({ identity: IDENTITY.student, org_id, org_type, role_id: null });
  return id;
}

/** /exam-code: a code for one sheet, the sheet, and the end, after which nothing stays on this PC. */
export function CodePage() {
  const { t } = useTranslation();
  const [id, setId] = useState<string>();
  const [done, setDone] = useState(false);
  useTitle(t('room.title'));
  const finish = () => void signOut().then(() => setDone(true));
  return (
    <main>
      {done ? (
        <section className={styles.panel}>
          <h1 className={styles.title}>{t('room.doneTitle')}</h1>
          <p className={styles.words}>{t('room.done')}</p>
          <HelpLines />
          <Button size="large" onClick={() => location.reload()}>
            {t('room.another')}
          </Button>
        </section>
      ) : id === undefined ? (
        <CodeForm onEntered={setId} />
      ) : (
        <CodeSheet id={id} onDone={finish} />
      )}
    </main>
  );
}

function CodeForm({ onEntered }: { onEntered: (id: string) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    if (plainCode(code).length !== CODE_LENGTH) return setError(t('room.empty'));
    setBusy(true);
    setError(undefined);
    try {
      onEntered(await enter(plainCode(code)));
    } catch (failure) {
      setError(displayOf(failure).text);
      setBusy(false);
    }
  };
  return (
    <form className={styles.panel} noValidate onSubmit={(event) => void submit(event)}>
      <h1 className={styles.title}>{t('room.title')}</h1>
      <p className={styles.words}>{t('room.hint')}</p>
      <Field id="exam-code" label={t('room.code')} error={error}>
        <Input
          {...fieldProps('exam-code', error)}
          size="large"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="primary" size="large" htmlType="submit" loading={busy}>
        {t('room.enter')}
      </Button>
    </form>
  );
}
