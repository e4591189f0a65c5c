import { useInvalidate } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { failureOf, type Failure } from '../../../platform/ui/web/failure.ts';

/** Query key of the dialogs of guardians and children. */
export const LINKS_KEY = 'family';

export interface Change {
  run: () => Promise<unknown>;
  doneText: string;
  /** Clears the form after success. */
  clear?: () => void;
}

/**
 * Changes links between children and guardians, one at a time. Reloads every list that shows them and keeps a failure
 * until the next change.
 */
export function useLinkChange() {
  const { message } = App.useApp();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { mutateAsync, reset, isPending, error } = useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (_, { doneText, clear }) => {
      void message.success(doneText);
      clear?.();
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [LINKS_KEY] }),
        invalidate({ resource: 'guardian', invalidates: ['list', 'many', 'detail'] }),
      ]),
  });
  const failure: Failure | undefined = error === null ? undefined : failureOf(error);
  return { change: useOnce((change: Change) => mutateAsync(change)), busy: isPending, failure, reset };
}
