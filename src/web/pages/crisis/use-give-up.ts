import { App } from 'antd';
import { useTranslation } from 'react-i18next';

/** Asks before what was typed is given up; whoever typed nothing is not asked. @param text what becomes of it */
export function useGiveUp(dirty: boolean, giveUp: () => void, text?: string): () => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return () => {
    if (!dirty) return giveUp();
    void modal.confirm({
      title: t('crisisReport.leaveTitle'), content: text ?? t('crisisReport.leaveText'), okText: t('crisisReport.leave'), okButtonProps: { danger: true }, cancelText: t('crisisReport.stay'), centered: true, autoFocusButton: 'cancel', onOk: giveUp,
    });
  };
}
