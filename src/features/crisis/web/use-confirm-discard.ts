import { useTranslation } from 'react-i18next';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';

/**
 * Asks before unsaved input is discarded; the browser asks before its tab is closed. A clean form closes without a
 * question.
 *
 * @param text Explains what happens to the input
 */
export function useConfirmDiscard(isDirty: boolean, discard: () => void, text?: string): () => void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  useUnloadGuard(() => isDirty);
  return () => {
    if (!isDirty) return discard();
    confirm({
      title: t('crisisReport.leaveTitle'),
      content: text ?? t('crisisReport.leaveText'),
      okText: t('crisisReport.leave'),
      okButtonProps: { danger: true },
      cancelText: t('crisisReport.stay'),
      autoFocusButton: 'cancel',
      onOk: discard,
    });
  };
}
