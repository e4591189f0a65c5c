import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addLeaveGuard, useUnloadGuard } from '../../../ui/web/leaving.ts';

/**
 * Asks before unsaved changes are lost by closing the dialog, Back, another page or closing the tab. All but the last
 * are navigations, which one guard handles.
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

  /** Sets whether there are unsaved changes; effective immediately. */
  const setDirty = useCallback((value: boolean) => {
    dirty.current = value;
  }, []);
  return { setDirty };
}

/** Same as `useLeaveGuard`, with `dirty` from the render. */
export function useUnsaved(dirty: boolean): void {
  const { setDirty } = useLeaveGuard();
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
}
