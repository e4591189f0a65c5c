import { useInvalidate } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { failureOf, type Failure } from '../../../platform/crud/web/failure.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';

/** Key of what the dialogs of guardians and children show. */
export const FAMILY = 'family';

export interface Work {
  run: () => Promise<unknown>;
  done: string;
  /** Empties what it was typed into. */ clear?: () => void;
}

/**
 * Changes who belongs to whom, one change at a time; whatever shows it is read anew, and a refusal is kept until the
 * next try.
 */
export function useChange() {
  const { message } = App.useApp();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { mutateAsync, reset, isPending, error } = useMutation({
    mutationFn: ({ run }: Work) => run(),
    onSuccess: (_, { done, clear }) => {
      void message.success(done);
      clear?.();
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [FAMILY] }),
        invalidate({ resource: 'guardian', invalidates: ['list', 'many', 'detail'] }),
      ]),
  });
  const failure: Failure | undefined = error === null ? undefined : failureOf(error);
  return { start: useOnce((work: Work) => mutateAsync(work)), busy: isPending, failure, reset };
}
