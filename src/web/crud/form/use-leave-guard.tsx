import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

/**
 * Asks before changes are lost, in whichever way they would be: closing the dialog, Back, another page, closing the tab.
 * All but the last are moves of the router, so one question serves them.
 */
export function useLeaveGuard() {
  const dirty = useRef(false);
  const { modal } = App.useApp();
  const { t } = useTranslation();
  const blocker = useBlocker(() => dirty.current);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = modal.confirm({
      title: t('crud.leaveTitle'),
      content: t('crud.leaveText'),
      okText: t('crud.leave'),
      okButtonProps: { danger: true },
      cancelText: t('crud.stay'),
      centered: true,
      autoFocusButton: 'cancel',
      onOk: () => {
        dirty.current = false;
        blocker.proceed();
      },
      onCancel: () => blocker.reset(),
    });
    return question.destroy;
  }, [blocker, modal, t]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  /** Says whether there is something to lose; holds at once. */
  const setDirty = useCallback((value: boolean) => {
    dirty.current = value;
  }, []);
  return { setDirty };
}
