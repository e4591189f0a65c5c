import { useInvalidate } from '@refinedev/core';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { releaseLibraryCase, submitLibraryCase, takeOutLibraryCase, type LibraryCase } from '../contract.ts';
import { LIBRARY_STATUS } from '../rules/status.ts';
import { ReturnSheet } from './ReturnSheet.tsx';

interface Props {
  value: LibraryCase;
  onEdit: () => void;
  onChanged: () => void;
}

/** What the reader may do with a case; each decision is confirmed. */
export function LibraryActs({ value, onEdit, onChanged }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [returning, setReturning] = useState(false);
  const { library_id: id, version, may, status } = value;
  const wanted = { params: { id }, body: { version } };
  const after = (text: string) => {
    void message.success(text);
    void invalidate({ resource: 'library-case', invalidates: ['list'] });
  };
  const decide = (title: string, content: string, work: () => Promise<unknown>, danger = false) =>
    confirm({
      title,
      content,
      okText: title,
      cancelText: t('caseLibrary.cancel'),
      ...(danger && { okButtonProps: { danger: true }, autoFocusButton: 'cancel' as const }),
      onOk: () =>
        work().catch((error: unknown) => {
          void message.error(failureOf(error).message);
          onChanged();
        }),
    });
  const submit = async () => {
    await call(submitLibraryCase, wanted, { quiet: true });
    after(t('caseLibrary.submitted'));
    onChanged();
  };
  const release = async () => {
    await call(releaseLibraryCase, wanted, { quiet: true });
    after(t('caseLibrary.released'));
    onChanged();
  };
  const takeOut = async () => {
    await call(takeOutLibraryCase, wanted, { quiet: true });
    after(t('caseLibrary.takenOut'));
    void navigate('/case-library', { replace: true });
  };
  const removal = t(status === LIBRARY_STATUS.released ? 'caseLibrary.takeOut' : 'caseLibrary.deleteDraft');
  return (
    <>
      {may.review && (
        <>
          <Button
            type="primary"
            onClick={() => decide(t('caseLibrary.release'), t('caseLibrary.releaseText'), release)}
          >
            {t('caseLibrary.release')}
          </Button>
          <Button onClick={() => setReturning(true)}>{t('caseLibrary.giveBack')}</Button>
        </>
      )}
      {may.edit && (
        <>
          <Button type="primary" onClick={() => decide(t('caseLibrary.submit'), t('caseLibrary.submitText'), submit)}>
            {t('caseLibrary.submit')}
          </Button>
          <Button onClick={onEdit}>{t('caseLibrary.edit')}</Button>
        </>
      )}
      {status === LIBRARY_STATUS.released && <Button onClick={() => window.print()}>{t('caseLibrary.print')}</Button>}
      {may.take_out && (
        <Button danger onClick={() => decide(removal, t('caseLibrary.takeOutText'), takeOut, true)}>
          {removal}
        </Button>
      )}
      <ReturnSheet
        open={returning}
        value={value}
        onClose={() => setReturning(false)}
        onDone={() => {
          setReturning(false);
          after(t('caseLibrary.returned'));
          onChanged();
        }}
      />
    </>
  );
}
