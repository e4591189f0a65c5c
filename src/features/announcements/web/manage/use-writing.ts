import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { READING_KEY, WRITING_KEY } from '../keys.ts';

/** A change of what is written; the lists are read again after it, and after a failure too. */
export function useWriting<A extends unknown[]>(
  work: (...args: A) => Promise<unknown>,
  done: string,
  onDone: () => void = () => undefined,
) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (args: A) => work(...args),
    onSuccess: () => {
      void message.success(done);
      onDone();
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: WRITING_KEY });
      await queries.invalidateQueries({ queryKey: READING_KEY });
    },
  });
  const run = useOnce((...args: A) => mutation.mutateAsync(args));
  return { run, busy: mutation.isPending, error: mutation.error };
}
