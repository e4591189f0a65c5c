import { App, type ModalFuncProps } from 'antd';
import { addGuard } from './leaving.ts';
import { useStable } from './use-stable.ts';

export interface Question extends Omit<ModalFuncProps, 'onOk' | 'onCancel'> {
  /** Where it is a promise, the question waits for it. */
  onOk: () => unknown;
  onCancel?: () => void;
}

/** Asks a question before something is done; Back is its cancel. */
export function useAsk(): (question: Question) => void {
  const { modal } = App.useApp();
  return useStable((question: Question) => {
    const { destroy } = modal.confirm({
      centered: true,
      ...question,
      onOk: () => {
        settle();
        return question.onOk();
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
