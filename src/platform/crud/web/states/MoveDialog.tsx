import { useInvalidate } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import type { TFunction } from 'i18next';
import { Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowsDialogProps } from '../../../feature/web/row-extra.ts';
import { call } from '../../../http/web/call.ts';
import { provideTexts } from '../../../i18n/web/texts.ts';
import { rowId, rowName } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { STEP_NOTE_MAX } from '../../../resources/contract/transitions.ts';
import { display } from '../../../schema/columns.ts';
import { formValues } from '../../../schema/form.ts';
import { sameValue } from '../../../schema/json.ts';
import { stateField, stateOf } from '../../../schema/row-state.ts';
import type { Transition } from '../../../schema/states.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import { failureOf, isCancelled, type Failure } from '../../../ui/web/failure.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import type { FormValues } from '../form/SchemaForm.tsx';
import { useUnsaved } from '../form/use-leave-guard.tsx';
import { Sheet } from '../Sheet.tsx';
import { states as texts } from '../texts/zh/states.ts';
import { useLast } from '../use-last.ts';
import { useOnce } from '../use-once.ts';
import { stepsKey } from './steps-key.ts';
import styles from './states.module.css';

const SchemaForm = lazyPage(() => import('../form/SchemaForm.tsx').then((m) => m.SchemaForm));

provideTexts({ states: texts });

interface Props extends RowsDialogProps {
  transition: Transition;
}

/** Changes the state of one row: says from where to where, and asks for what the transition requires. */
export function MoveDialog({ transition, ...props }: Props) {
  const row = useLast(props.rows)?.[0];
  return row === undefined ? null : (
    <Move key={rowId(props.entity.schema, row)} {...props} transition={transition} row={row} />
  );
}

/** The schema whose edit form has only the fields that the transition requires, and requires them. */
function requiring(schema: EntitySchema, names: readonly string[]): EntitySchema {
  const properties = Object.fromEntries(
    names.flatMap((name) => {
      const field = schema.properties[name];
      return field ? [[name, field]] : [];
    }),
  );
  return { ...schema, properties, required: names };
}

function Move({ entity, rows, onClose, onDone, transition, row }: Props & { row: Row }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const formId = useId();
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [dirty, setDirty] = useState(false);
  const { name, schema } = entity;
  const { label, note: rule, require = [], tone } = transition;
  const id = rowId(schema, row);
  const form = useMemo(() => requiring(schema, transition.require ?? []), [schema, transition]);
  const before = useMemo(() => formValues(form, 'edit', row), [form, row]);
  useUnsaved(rows !== undefined && (dirty || note.trim() !== ''));

  const moving = useMutation({
    mutationFn: (values: FormValues) =>
      call(
        entity.calls.transition,
        {
          params: { id, key: transition.key },
          body: {
            updated_at: String(row['updated_at']),
            ...(note.trim() !== '' && { note: note.trim() }),
            ...(Object.keys(values).length > 0 && { values }),
          },
        },
        { quiet: true },
      ),
    onSuccess: () => {
      void message.success(t('states.done', { label }));
      setNote('');
      setDirty(false);
      onDone([id]);
      onClose();
    },
    onSettled: () =>
      Promise.all([
        invalidate({ resource: name, id, invalidates: ['list', 'many', 'detail'] }),
        client.invalidateQueries({ queryKey: stepsKey(name, id) }),
      ]),
  });
  const lacksNote = rule === 'required' && note.trim() === '';
  const send = async (values: FormValues): Promise<Failure | undefined> => {
    setMissing(lacksNote);
    if (lacksNote) return undefined;
    const changed = Object.entries(values).filter(([field, value]) => !sameValue(value, before[field]));
    try {
      await moving.mutateAsync(Object.fromEntries(changed));
      return undefined;
    } catch (error) {
      const failure = failureOf(error);
      // The form knows its fields without the place where the call carries them.
      const details = failure.details.map(({ field, message: text }) => ({
        field: field.replace(/^\/values/, ''),
        message: text,
      }));
      return { ...failure, details };
    }
  };
  const start = useOnce(() => send({}));
  const failure = moving.isError && !isCancelled(moving.error) ? failureOf(moving.error) : undefined;
  const close = () => {
    moving.reset();
    onClose();
  };
  const isForm = require.length > 0;
  return (
    <Sheet
      open={rows !== undefined}
      title={label}
      width={520}
      small={!isForm}
      onClose={close}
      act={{
        label,
        danger: tone === 'red',
        busy: moving.isPending,
        ...(isForm ? { form: formId } : { onClick: start }),
      }}
    >
      <p className={styles.about}>{aboutOf(t, schema, transition, row)}</p>
      {failure && !isForm && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.failed}
          message={[failure.message, ...failure.details.map(({ message: text }) => text)]
            .filter((text, i, all) => all.indexOf(text) === i)
            .join('；')}
        />
      )}
      {isForm && (
        <Suspense>
          <SchemaForm
            id={formId}
            schema={form}
            mode="edit"
            initial={before}
            rowId={id}
            row={row}
            onSubmit={send}
            onDirty={setDirty}
          />
        </Suspense>
      )}
      {rule && (
        <Form.Item
          label={t('states.note')}
          layout="vertical"
          required={rule === 'required'}
          htmlFor={`${formId}-note`}
          validateStatus={missing && lacksNote ? 'error' : ''}
          help={missing && lacksNote ? t('states.noteNeeded') : undefined}
        >
          <Input.TextArea
            id={`${formId}-note`}
            value={note}
            maxLength={STEP_NOTE_MAX}
            showCount
            autoSize={{ minRows: 2, maxRows: 6 }}
            placeholder={t('states.noteHint')}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form.Item>
      )}
    </Sheet>
  );
}

/** Which record gets which state. */
function aboutOf(t: TFunction, schema: EntitySchema, { to }: Transition, row: Row): string {
  const found = stateField(schema);
  if (!found) return rowName(schema, row);
  const [from, next] = [stateOf(found.states, row), to].map((value) => display(found.field, value));
  const name = rowName(schema, row);
  return from === next ? t('states.aboutSame', { name, to: next }) : t('states.about', { name, from, to: next });
}
