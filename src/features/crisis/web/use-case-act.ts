import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../platform/crud/web/new-id.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

/**
 * Saves what a dialog of a case holds, once for a double click; `failure` is shown in the dialog.
 *
 * @param send Sends with the idempotency key, which is the same for each attempt
 * @param onConflict Called when another person changed the case first
 */
export function useCaseAct(send: (key: string) => Promise<unknown>, onDone: () => void, onConflict?: () => void) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [key] = useState(newId);
  const saving = useMutation({
    mutationFn: () => send(key),
    onSuccess: () => {
      void message.success(t('cases.saved'));
      onDone();
    },
    onError: (error) => {
      if (isConflict(error)) onConflict?.();
    },
    gcTime: 0,
  });
  const failure = saving.error ? failureOf(saving.error) : undefined;
  return {
    save: useOnce(() => saving.mutateAsync()),
    busy: saving.isPending,
    /** Whether the last attempt was refused because another person was first. */
    conflict: isConflict(saving.error),
    failure: failure && (failure.details[0]?.message ?? failure.message),
  };
}
