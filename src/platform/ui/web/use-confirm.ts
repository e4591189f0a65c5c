import { App, type ModalFuncProps } from 'antd';
import { addLeaveGuard } from './leaving.ts';
import { useStable } from './use-stable.ts';

export interface Confirmation extends Omit<ModalFuncProps, 'onOk' | 'onCancel'> {
  /** If it returns a promise, the dialog waits for it. */
  onOk: () => unknown;
  onCancel?: () => void;
}

/** Opens a confirmation dialog; Back cancels it. */
export function useConfirm(): (confirmation: Confirmation) => void {
  const { modal } = App.useApp();
  return useStable((confirmation: Confirmation) => {
    const { destroy } = modal.confirm({
      centered: true,
      ...confirmation,
      onOk: () => {
        removeGuard();
        return confirmation.onOk();
      },
      afterClose: () => removeGuard(),
    });
    const removeGuard = addLeaveGuard({
      blocks: (back) => back,
      onBlocked: (move) => {
        removeGuard();
        move.reset();
        destroy();
        confirmation.onCancel?.();
      },
    });
  });
}
