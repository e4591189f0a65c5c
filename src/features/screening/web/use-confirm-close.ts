import { useTranslation } from 'react-i18next';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';

/** Asks before a dialog with unsaved input closes; the browser asks before its tab does. */
export function useConfirmClose(isDirty: boolean, close: () => void): () => void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  useUnloadGuard(() => isDirty);
  return () => {
    if (!isDirty) return close();
    confirm({
      title: t('crud.leaveTitle'),
      content: t('crud.leaveText'),
      okText: t('crud.leave'),
      okButtonProps: { danger: true },
      cancelText: t('crud.stay'),
      autoFocusButton: 'cancel',
      onOk: close,
    });
  };
}
