import { Button, Input } from 'antd';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { plainCode } from '../../../../platform/file-codes/file-code.ts';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
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
import { CODE_LENGTH } from '../../rules/codes.ts';
import { deviceId } from '../offline/device.ts';
import { HelpLines } from '../own/HelpLines.tsx';
import { mine, room, sheet } from '../texts.zh.ts';
import { CodeFrame } from './CodeFrame.tsx';
import { CodeSheet } from './CodeSheet.tsx';
import sheetStyles from '../sheet/sheet.module.css';
import styles from './code.module.css';

provideTexts({ mine, room, sheet });

/** A sheet that was entered with a code. */
interface Entered {
  id: string;
  /** The student takes it over from another device. */
  take: boolean;
}

/**
 * A session for one sheet.
 *
 * @param take Also where another device has the sheet open
 * @throws ApiError PSY_SHEET_ELSEWHERE where the student has to be asked first
 */
async function enter(code: string, take: boolean): Promise<Entered> {
  const body = { code, device_id: deviceId(), ask: !take };
  const pair = await call(examSignIn, { body }, { quiet: true });
  // Ends the session of the person who used this PC before.
  if (sessionStore.session() !== undefined) await signOut();
  const { child_exam_id: id, org_id, org_type } = pair;
  // Unsent answers belong to the sheet: after a restart the same code opens another session.
  sessionStore.setSession(sessionFrom({ ...pair, user_id: `sheet:${id}` }, Date.now(), 'exam_code'));
  sessionStore.choose({ identity: IDENTITY.student, org_id, org_type, role_id: null });
  return { id, take };
}

/** /exam-code: a code for one sheet, the sheet, and the end, after which nothing stays on this PC. */
export function CodePage() {
  const { t } = useTranslation();
  const [entered, setEntered] = useState<Entered>();
  const [done, setDone] = useState(false);
  const [notice, setNotice] = useState<string>();
  useTitle(t('room.title'));
  const finish = () =>
    void signOut().then(() => {
      setEntered(undefined);
      setDone(true);
    });
  const leave = (why?: string) =>
    void signOut().then(() => {
      setNotice(why);
      setEntered(undefined);
    });
  const start = (next: Entered) => {
    setNotice(undefined);
    setEntered(next);
  };
  return (
    <CodeFrame sheetId={entered?.id}>
      {done ? (
        <section className={sheetStyles.panel}>
          <h1 className={sheetStyles.title}>{t('room.doneTitle')}</h1>
          <p className={sheetStyles.words}>{t('room.done')}</p>
          <HelpLines />
          <Button size="large" onClick={() => setDone(false)}>
            {t('room.another')}
          </Button>
        </section>
      ) : entered === undefined ? (
        <CodeForm notice={notice} onEntered={start} />
      ) : (
        <CodeSheet key={entered.id} {...entered} onDone={finish} onLeave={leave} />
      )}
    </CodeFrame>
  );
}

function CodeForm({ notice, onEntered }: { notice: string | undefined; onEntered: (entered: Entered) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [elsewhere, setElsewhere] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async (take: boolean) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      onEntered(await enter(plainCode(code), take));
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'PSY_SHEET_ELSEWHERE') setElsewhere(true);
      else setError(displayOf(failure).text);
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (plainCode(code).length !== CODE_LENGTH) return setError(t('room.empty'));
    void send(false);
  };
  if (elsewhere)
    return (
      <section className={sheetStyles.panel}>
        <h1 className={sheetStyles.title}>{t('sheet.elsewhereTitle')}</h1>
        <p className={sheetStyles.words}>{t('room.elsewhere')}</p>
        {error !== undefined && (
          <p className={sheetStyles.words} role="alert">
            {error}
          </p>
        )}
        <div className={sheetStyles.acts}>
          <Button type="primary" size="large" loading={busy} onClick={() => void send(true)}>
            {t('sheet.goOnHere')}
          </Button>
          <Button size="large" onClick={() => setElsewhere(false)}>
            {t('room.otherCode')}
          </Button>
        </div>
      </section>
    );
  return (
    <form className={`${sheetStyles.panel} ${styles.form}`} noValidate onSubmit={submit}>
      <h1 className={sheetStyles.title}>{t('room.title')}</h1>
      {notice !== undefined && (
        <p className={sheetStyles.notice} role="status">
          {notice}
        </p>
      )}
      <p className={sheetStyles.words}>{t('room.hint')}</p>
      <Field id="exam-code" label={t('room.code')} error={error}>
        <Input
          {...fieldProps('exam-code', error)}
          className={styles.code ?? ''}
          size="large"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
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
