import { CheckCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FILE_CODE_LENGTH, plainCode } from '../../../platform/file-codes/file-code.ts';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { verifyFile, type FileVerdict } from '../contract.ts';
import { CompareFile } from './CompareFile.tsx';
import styles from './verify-file.module.css';

/** A code, and what the server says about it. */
interface Answer {
  code: string;
  verdict: FileVerdict;
}

/** The code that a link brings behind `#`, which browsers do not send to servers; empty where it is no valid text. */
function codeInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1)).slice(0, 40);
  } catch {
    return '';
  }
}

/** A form for the code of a file, and the answer below it. */
export function VerifyFile() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(codeInAddress);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const check = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    const code = plainCode(typed);
    setAnswer(undefined);
    if (code.length !== FILE_CODE_LENGTH) return setError(t('fileCode.incomplete'));
    setError(undefined);
    setBusy(true);
    try {
      setAnswer({ code, verdict: await call(verifyFile, { body: { code } }, { quiet: true }) });
    } catch (failure) {
      setError(displayOf(failure).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={styles.lead}>{t('fileCode.lead')}</p>
      <form noValidate onSubmit={(event) => void check(event)}>
        <Field id="file-code" label={t('fileCode.code')} error={error}>
          <Input
            {...fieldProps('file-code', error)}
            className={styles.code ?? ''}
            size="large"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="primary" size="large" block htmlType="submit" loading={busy}>
          {t('fileCode.check')}
        </Button>
      </form>
      <div role="status" className={styles.answer}>
        {answer && <Verdict {...answer} />}
      </div>
    </>
  );
}

function Verdict({ code, verdict: { genuine, org_name, kind, made_at } }: Answer) {
  const { t } = useTranslation();
  if (!genuine)
    return (
      <section className={styles.unknown}>
        <h2 className={styles.heading}>
          <QuestionCircleOutlined aria-hidden /> {t('fileCode.unknown')}
        </h2>
        <p>{t('fileCode.unknownText')}</p>
      </section>
    );
  const facts = [
    [t('fileCode.org'), org_name ?? ''],
    [t('fileCode.kind'), labelOf('file_kind', kind ?? '')],
    [t('fileCode.madeAt'), made_at === undefined ? '' : dateText(made_at)],
  ] as const;
  return (
    <section className={styles.genuine}>
      <h2 className={styles.heading}>
        <CheckCircleOutlined aria-hidden /> {t('fileCode.genuine')}
      </h2>
      <p>{t('fileCode.genuineText')}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CompareFile key={code} code={code} />
    </section>
  );
}
