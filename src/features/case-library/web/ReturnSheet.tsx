import { useMutation } from '@tanstack/react-query';
import { Alert, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { returnLibraryCase, type LibraryCase } from '../contract.ts';
import styles from './library.module.css';

interface Props {
  open: boolean;
  value: LibraryCase;
  onClose: () => void;
  onDone: () => void;
}

/** Gives a case back to its author, with words. */
export function ReturnSheet({ open, value: { library_id: id, version }, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState(false);
  const returning = useMutation({
    mutationFn: () => call(returnLibraryCase, { params: { id }, body: { version, words } }, { quiet: true }),
    onSuccess: () => {
      setWords('');
      onDone();
    },
  });
  const submit = useOnce(async () => {
    const empty = words.trim() === '';
    setProblem(empty);
    if (!empty) await returning.mutateAsync();
  });
  return (
    <Sheet
      open={open}
      title={t('caseLibrary.giveBack')}
      onClose={onClose}
      act={{ label: t('caseLibrary.giveBack'), busy: returning.isPending, onClick: submit }}
    >
      <div className={styles.notes}>
        {returning.error && <Alert type="error" showIcon role="alert" message={failureOf(returning.error).message} />}
        <p className={styles.quiet}>{t('caseLibrary.giveBackText')}</p>
        <Input.TextArea
          aria-label={t('caseLibrary.words')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          maxLength={NOTE_MAX}
          showCount
          autoSize={{ minRows: 4, maxRows: 12 }}
          status={problem ? 'error' : ''}
          aria-invalid={problem}
        />
        {problem && (
          <p role="alert" className={styles.problem}>
            {t('caseLibrary.wordsRequired')}
          </p>
        )}
      </div>
    </Sheet>
  );
}
