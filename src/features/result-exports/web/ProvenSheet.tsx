import { Alert } from 'antd';
import { useId, type ReactNode } from 'react';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useProofGate } from '../../../platform/ui/web/use-proof-gate.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import { useExport } from './use-export.ts';
import styles from './result-exports.module.css';

interface Props {
  open: boolean;
  title: string;
  about: string;
  verb: string;
  done: string;
  /** Starts the export; undefined while the form is incomplete, which `children` then shows. */
  run: () => Promise<unknown> | undefined;
  onClose: () => void;
  /** There is nothing to export. */
  disabled?: boolean;
  /** The form, shown after second-step verification. */
  children: (formId: string) => ReactNode;
}

/** A dialog that starts an export after second-step verification. The file appears in the export task list. */
export function ProvenSheet({ open, title, about, verb, disabled = false, children, ...rest }: Props) {
  const id = useId();
  const { gate, onVerified } = useProofGate(open);
  const { start, error, busy, close } = useExport(rest);
  const submit = useOnce(start);
  if (gate)
    return (
      <Sheet open small width={480} title={title} onClose={close}>
        <VerificationPanel onVerified={onVerified} onBack={close} />
      </Sheet>
    );
  return (
    <Sheet open={open} title={title} width={560} onClose={close} act={{ label: verb, busy, disabled, form: id }}>
      <p className={styles.about}>{about}</p>
      {error !== null && (
        <Alert type="error" showIcon role="alert" className={styles.about} message={failureOf(error).message} />
      )}
      {open && (
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {children(id)}
        </form>
      )}
    </Sheet>
  );
}
