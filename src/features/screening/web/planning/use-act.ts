import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { failureOf, isCancelled } from '../../../../platform/ui/web/failure.ts';

/**
 * An act of one button: one request at a time, a message on success, the reason on failure.
 *
 * @param doneText The message for the answer
 */
export function useAct<T>(send: () => Promise<T>, doneText: (answer: T) => string, onDone: (answer: T) => void) {
  const { message } = App.useApp();
  const acting = useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      void message.success(doneText(answer));
      onDone(answer);
    },
    onError: (error) => {
      if (isCancelled(error)) return;
      const { message: text, details } = failureOf(error);
      void message.error(details[0]?.message ?? text);
    },
    gcTime: 0,
  });
  return { run: useOnce(() => acting.mutateAsync()), busy: acting.isPending };
}
