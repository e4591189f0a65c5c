import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { newId } from '../../../../platform/crud/web/new-id.ts';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';

/**
 * Saves what a dialog holds, once for a double click; `failure` is shown in the dialog.
 *
 * @param send Sends with the idempotency key, which is the same for each attempt
 */
export function useSave<T>(
  send: (key: string) => Promise<T>,
  success: string | ((answer: T) => string),
  onDone: () => void,
) {
  const { message } = App.useApp();
  const [key] = useState(newId);
  const saving = useMutation({
    mutationFn: () => send(key),
    onSuccess: (answer) => {
      void message.success(typeof success === 'string' ? success : success(answer));
      onDone();
    },
    gcTime: 0,
  });
  const failure = saving.error ? failureOf(saving.error) : undefined;
  return {
    save: useOnce(() => saving.mutateAsync()),
    busy: saving.isPending,
    failures:
      failure === undefined
        ? []
        : [
            ...new Set([
              ...failure.details.map(({ message: text }) => text),
              ...(failure.details.length > 0 ? [] : [failure.message]),
            ]),
          ],
  };
}
