import { useMutation } from '@tanstack/react-query';
import { Alert, App, Checkbox, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useEduStructures } from '../../classes/web/public.ts';
import { putEdus, type DepartmentGrades, type DepartmentNode } from '../../organisation/public.ts';
import styles from './structure.module.css';

interface Props {
  open: boolean;
  node: DepartmentNode;
  grades: DepartmentGrades | undefined;
  onClose: () => void;
  onDone: () => void;
}
interface FormProps extends Props {
  formId: string;
  onBusy: (busy: boolean) => void;
}

function Form({ node, grades, formId, onBusy, onClose, onDone }: FormProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { data } = useEduStructures();
  const [chosen, setChosen] = useState<ReadonlyMap<number, readonly number[]>>(
    () => new Map(grades?.items.map((item) => [item.period, item.grades.map(({ grade }) => grade)])),
  );
  const save = useMutation({
    mutationFn: () =>
      call(
        putEdus,
        {
          params: { id: node.node_id },
          body: {
            items: [...chosen]
              .filter(([, list]) => list.length > 0)
              .map(([period, list]) => ({ period, grades: [...list] })),
          },
        },
        { quiet: true },
      ),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => {
      void message.success(t('structure.saved'));
      onClose();
      onDone();
    },
  });
  const submit = useOnce(save.mutateAsync);
  if (!data) return <Skeleton active title={false} />;
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {save.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.space}
          message={failureOf(save.error).details[0]?.message ?? failureOf(save.error).message}
        />
      )}
      {data.items.length === 0 && <p>{t('structure.noSchoolStages')}</p>}
      {data.items.map(({ period, period_name, grades: offered }) => {
        const selectedGrades = chosen.get(period) ?? [];
        const allGrades = offered.map(({ grade }) => grade);
        const setGrades = (list: readonly number[]) => setChosen(new Map(chosen).set(period, list));
        return (
          <div key={period} className={styles.field}>
            <Checkbox
              checked={selectedGrades.length === allGrades.length}
              indeterminate={selectedGrades.length > 0 && selectedGrades.length < allGrades.length}
              onChange={({ target }) => setGrades(target.checked ? allGrades : [])}
            >
              <strong>{period_name}</strong>
            </Checkbox>
            <Checkbox.Group<number>
              value={[...selectedGrades]}
              onChange={setGrades}
              options={offered.map(({ grade, grade_name }) => ({ value: grade, label: grade_name }))}
            />
          </div>
        );
      })}
    </form>
  );
}

/** Edits the periods and grades that a department teaches. */
export function StagesDialog(props: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Sheet
      open={props.open}
      title={t('structure.stagesTitle', { name: props.node.node_name })}
      onClose={props.onClose}
      act={{ label: t('crud.save'), busy, form: formId, disabled: props.grades === undefined }}
    >
      {props.open && <Form {...props} formId={formId} onBusy={setBusy} />}
    </Sheet>
  );
}
