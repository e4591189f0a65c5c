import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { RowChoice } from './RowChoice.tsx';
import styles from './row-trial.module.css';

interface Props<Result> {
  entity: string;
  /** What the select asks for. */
  label: string;
  act: string;
  hint: string;
  onTry: (rowId: string) => Promise<Result>;
  /** Shows what came of it. */
  children?: (result: Result) => ReactNode;
}

/** Tries a part of the draft with a row that the user chooses. */
export function RowTrial<Result>({ entity, label, act, hint, onTry, children }: Props<Result>) {
  const [id, setId] = useState<string>();
  const trial = useMutation({ mutationFn: onTry });
  const failure = trial.isError ? failureOf(trial.error) : undefined;
  const messages = failure && new Set([failure.message, ...failure.details.map(({ message }) => message)]);
  return (
    <div className={styles.trial}>
      <div className={styles.line}>
        <RowChoice entity={entity} label={label} value={id} onChange={setId} />
        <Button
          disabled={id === undefined}
          loading={trial.isPending}
          onClick={() => id !== undefined && trial.mutate(id)}
        >
          {act}
        </Button>
        <span className={styles.hint}>{hint}</span>
      </div>
      {messages && <Alert type="error" showIcon role="alert" message={[...messages].join('；')} />}
      {trial.isSuccess && children?.(trial.data)}
    </div>
  );
}
