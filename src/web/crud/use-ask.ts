import { App, type ModalFuncProps } from 'antd';
import { addGuard } from './leaving.ts';
import { useStable } from './use-stable.ts';

/** Asks a question before something is done; Back is its cancel. */
export function useAsk(): (question: ModalFuncProps) => void {
  const { modal } = App.useApp();
  return useStable((question: ModalFuncProps) => {
    const { destroy } = modal.confirm({
      centered: true, ...question,
      onOk: () => {
        settle();
        return question.onOk?.();
      },
      afterClose: () => settle(),
    });
    const settle = addGuard({
      holds: (back) => back,
      held: (move) => {
        settle();
        move.reset();
        destroy();
        question.onCancel?.();
      },
    });
  });
}
