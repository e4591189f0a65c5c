import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useOnce } from '../../../platform/crud/web/use-once.ts';

/** One act on an organisation: sent once and announced. The list is read again, also after a failure. */
export function useAct<V>(run: (values: V) => Promise<unknown>, done: string, onDone: () => void) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const acting = useMutation({
    mutationFn: run,
    onSuccess: () => {
      void message.success(done);
      onDone();
      acting.reset();
    },
    // Not waited for: what was refused can be corrected and sent again while the list is read.
    onSettled: () => void client.invalidateQueries({ queryKey: ['platform'] }),
  });
  const start = useOnce((values: V) => acting.mutateAsync(values));
  return { start, error: acting.error, busy: acting.isPending, reset: acting.reset };
}
