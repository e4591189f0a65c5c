import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { removeOwn, type OwnProvider } from '../own-contract.ts';

interface Props {
  kind: OwnProvider['kind'];
  /** The question and the consequences. */
  title: string;
  text: string;
  onRemoved: () => void;
}

/** Removes a provider of the organisation after a question. */
export function RemoveProvider({ kind, title, text, onRemoved }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [open, setOpen] = useState(false);
  const removal = useMutation({
    mutationFn: () => call(removeOwn, { params: { kind } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('ownSignIn.removed'));
      setOpen(false);
      onRemoved();
    },
  });
  const remove = useOnce(() => removal.mutateAsync());
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {t('ownSignIn.remove')}
      </Button>
      <Sheet
        open={open}
        small
        width={420}
        title={title}
        onClose={() => setOpen(false)}
        act={{ label: t('ownSignIn.remove'), danger: true, busy: removal.isPending, onClick: remove }}
      >
        {removal.error !== null && !isCancelled(removal.error) && (
          <Alert type="error" showIcon role="alert" message={failureOf(removal.error).message} />
        )}
        <p>{text}</p>
      </Sheet>
    </>
  );
}
