import { CheckCircleOutlined, CloseCircleOutlined, InfoCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { verifyFile } from '../contract.ts';
import { fileDigest } from './file-digest.ts';
import styles from './verify-file.module.css';

const ICONS = { same: CheckCircleOutlined, different: CloseCircleOutlined, notKnown: InfoCircleOutlined };

interface Result {
  is: keyof typeof ICONS;
  text: string;
}

/** Compares a file on this device with the exported one; only its digest is sent. */
export function CompareFile({ code }: { code: string }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number>();
  const [result, setResult] = useState<Result>();
  const compare = async (file: File | undefined) => {
    if (file === undefined || percent !== undefined) return;
    setResult(undefined);
    setPercent(0);
    try {
      const sha256 = await fileDigest(file, setPercent).catch(() => undefined);
      if (sha256 === undefined) return setResult({ is: 'notKnown', text: t('fileCode.unreadable') });
      const { matches } = await call(verifyFile, { body: { code, sha256 } }, { quiet: true });
      const is = matches === undefined ? 'notKnown' : matches ? 'same' : 'different';
      const text = t(`fileCode.${is === 'notKnown' ? 'noDigest' : is}`, { name: file.name });
      setResult({ is, text });
    } catch (failure) {
      setResult({ is: 'notKnown', text: displayOf(failure).text });
    } finally {
      setPercent(undefined);
    }
  };
  return (
    <div className={styles.compare}>
      <h3>{t('fileCode.file')}</h3>
      <p>{t('fileCode.fileHint')}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('fileCode.choose')}
        onChange={({ target }) => {
          void compare(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button loading={percent !== undefined} onClick={() => input.current?.click()}>
        {percent === undefined ? t('fileCode.choose') : t('fileCode.hashing', { percent })}
      </Button>
      {result && <Verdict {...result} />}
    </div>
  );
}

function Verdict({ is, text }: Result) {
  const Icon = ICONS[is];
  return (
    <p className={`${styles.result} ${styles[is]}`}>
      <Icon aria-hidden /> {text}
    </p>
  );
}
