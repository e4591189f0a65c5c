import { useTranslation } from 'react-i18next';
import { useUnloadGuard } from '../../../platform/crud/web/leaving.ts';
import { useAsk } from '../../../platform/crud/web/use-ask.ts';

/**
 * Asks before what was typed is given up, and the browser before its tab is closed; whoever typed nothing is not asked. @param
 * text what becomes of it
 */
export function useGiveUp(dirty: boolean, giveUp: () => void, text?: string): () => void {
  const { t } = useTranslation();
  const ask = useAsk();
  useUnloadGuard(() => dirty);
  return () => {
    if (!dirty) return giveUp();
    ask({
      title: t('crisisReport.leaveTitle'),
      content: text ?? t('crisisReport.leaveText'),
      okText: t('crisisReport.leave'),
      okButtonProps: { danger: true },
      cancelText: t('crisisReport.stay'),
      autoFocusButton: 'cancel',
      onOk: giveUp,
    });
  };
}
