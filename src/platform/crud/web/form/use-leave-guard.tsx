import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addLeaveGuard, useUnloadGuard } from '../../../ui/web/leaving.ts';

/**
 * Asks before changes are lost, in whichever way they would be: closing the dialog, Back, another page, closing the
 * tab. All but the last are moves of the router, so one question serves them.
 */
export function useLeaveGuard() {
  const dirty = useRef(false);
  const { modal } = App.useApp();
  const { t } = useTranslation();
  useUnloadGuard(() => dirty.current);

  useEffect(
    () =>
      addLeaveGuard({
        blocks: () => dirty.current,
        onBlocked: (move) =>
          modal.confirm({
            title: t('crud.leaveTitle'),
            content: t('crud.leaveText'),
            okText: t('crud.leave'),
            okButtonProps: { danger: true },
            cancelText: t('crud.stay'),
            centered: true,
            autoFocusButton: 'cancel',
            onOk: () => {
              dirty.current = false;
              move.proceed();
            },
            onCancel: () => move.reset(),
          }).destroy,
      }),
    [modal, t],
  );

  /** Says whether there is something to lose; blocks at once. */
  const setDirty = useCallback((value: boolean) => {
    dirty.current = value;
  }, []);
  return { setDirty };
}

/** The same, for what can be told from what is shown. */
export function useUnsaved(dirty: boolean): void {
  const { setDirty } = useLeaveGuard();
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
}
