import { useCreate, useInvalidate, useOne, useUpdate, type HttpError } from '@refinedev/core';
import { App, Skeleton } from 'antd';
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { formDefaults } from '../../../schema/expressions/derive.ts';
import { formChanges, formValues } from '../../../schema/form.ts';
import type { FormMode } from '../../../schema/types.ts';
import { failureOf, isCancelled, quietly } from '../../../ui/web/failure.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import { entityName } from '../entity-name.ts';
import type { DialogProps } from '../extra.ts';
import { FailedState } from '../list/states.tsx';
import { newId } from '../new-id.ts';
import { recordTitle } from '../record-title.ts';
import { Sheet } from '../Sheet.tsx';
import { useLast } from '../use-last.ts';
import { ClosedFields } from './ClosedFields.tsx';
import type { FormValues } from './SchemaForm.tsx';
import { useLeaveGuard } from './use-leave-guard.tsx';
import { useMoment } from './use-moment.ts';

// The form engine is preloaded with the first dialog that contains a form.
const SchemaForm = lazyPage(() => import('./SchemaForm.tsx').then((m) => m.SchemaForm));
void SchemaForm.preload();

/** Reports whether its siblings are mounted (Suspense resolved). */
function MountSignal({ onChange }: { onChange: (mounted: boolean) => void }) {
  useEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}

const FormSkeleton = () => <Skeleton active title={false} paragraph={{ rows: 6 }} />;

interface FormProps {
  entity: Entity;
  mode: FormMode;
  formId: string;
  initial: FormValues;
  rowId?: string | undefined;
  row?: Row | undefined;
  /** @param key Idempotency key, the same for each attempt */
  save: (values: FormValues, key: string) => Promise<unknown>;
  onBusy: (busy: boolean) => void;
  /** Called when the form is mounted; before that its button is disabled. */
  onMounted: (there: boolean) => void;
  onSaved: () => void;
}

/** The form in its dialog; mounted only while open, because it guards unsaved changes. */
function Form({ entity, mode, formId, initial, rowId, row, save, onBusy, onMounted, onSaved }: FormProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { setDirty } = useLeaveGuard();
  const saved = useRef(false);
  const [key] = useState(newId);
  const submit = async (values: FormValues) => {
    // The button can still be clicked while the dialog closes.
    if (saved.current) return undefined;
    onBusy(true);
    try {
      await save(values, key);
    } catch (error) {
      return failureOf(error);
    } finally {
      onBusy(false);
    }
    saved.current = true;
    setDirty(false);
    void message.success(t('crud.saved'));
    onSaved();
    return undefined;
  };
  return (
    <Suspense fallback={<FormSkeleton />}>
      <SchemaForm
        id={formId}
        schema={entity.schema}
        mode={mode}
        initial={initial}
        rowId={rowId}
        row={row}
        onSubmit={submit}
        onDirty={setDirty}
      />
      {row && <ClosedFields schema={entity.schema} row={row} />}
      <MountSignal onChange={onMounted} />
    </Suspense>
  );
}

/** Creates a row. `row` names what `preset` refers to. */
export function CreateDialog({
  entity,
  open,
  preset,
  row,
  onClose,
  onCreated,
}: DialogProps & { preset?: FormValues; row?: Row; onCreated?: ((row: Row) => void) | undefined }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [there, setThere] = useState(false);
  const moment = useMoment();
  const formId = useId();
  const { mutateAsync } = useCreate<Row, HttpError, FormValues>({ resource: entity.name, ...quietly });
  const invalidate = useInvalidate();
  const created = useRef<Row>(undefined);
  // A repeated request creates the same row. After a failure the row may exist, so the list is reloaded.
  const create = async (values: FormValues, key: string) => {
    try {
      created.current = (
        await mutateAsync({ values, meta: { ...quietly.meta, headers: { 'idempotency-key': key } } })
      ).data;
    } catch (error) {
      // Nothing was sent.
      if (isCancelled(error)) throw error;
      void invalidate({ resource: entity.name, invalidates: ['list', 'many'] });
      throw error;
    }
  };
  const saved = () => {
    onClose();
    if (created.current) onCreated?.(created.current);
  };
  return (
    <Sheet
      open={open}
      title={t('crud.createTitle', { title: entityName(t, entity.schema.title, 1) })}
      onClose={onClose}
      act={{ label: t('crud.save'), busy, form: formId, disabled: !there }}
    >
      <Form
        entity={entity}
        mode="create"
        formId={formId}
        initial={{ ...formValues(entity.schema, 'create'), ...formDefaults(entity.schema, moment), ...preset }}
        row={row}
        save={create}
        onBusy={setBusy}
        onMounted={setThere}
        onSaved={saved}
      />
    </Sheet>
  );
}

/** Edits the row with `id`; open while defined. Fetches the row each time, so that no outdated row is edited. */
export function EditDialog({ entity, id, onClose }: { entity: Entity; id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [there, setThere] = useState(false);
  const formId = useId();
  const shown = useLast(id);
  const { schema } = entity;
  const { query, result: row } = useOne<Row>({
    resource: entity.name,
    id: shown,
    ...quietly,
    queryOptions: { enabled: id !== undefined, gcTime: 0, staleTime: Infinity },
  });
  const { mutateAsync } = useUpdate<Row, HttpError, FormValues>({
    resource: entity.name,
    id: shown,
    mutationMode: 'pessimistic',
    ...quietly,
  });

  const save = async (before: FormValues, values: FormValues): Promise<void> => {
    const changes = formChanges(schema, before, values);
    // `updated_at` is the optimistic lock: the server rejects the change if the row was changed meanwhile.
    if (Object.keys(changes).length > 0)
      await mutateAsync({
        values: { ...changes, ...(row?.updated_at !== undefined && { updated_at: row.updated_at }) },
      });
  };
  const body = (): ReactNode => {
    if (query.isError) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
    if (row === undefined) return <FormSkeleton />;
    const before = formValues(schema, 'edit', row);
    return (
      <Form
        entity={entity}
        mode="edit"
        formId={formId}
        initial={before}
        rowId={shown}
        row={row}
        save={(values) => save(before, values)}
        onBusy={setBusy}
        onMounted={setThere}
        onSaved={onClose}
      />
    );
  };
  return (
    <Sheet
      open={id !== undefined}
      title={recordTitle(schema, row, t('crud.editTitle', { title: entityName(t, schema.title, 1) }), {
        day: t('crud.dayFormat'),
        minute: t('crud.minuteFormat'),
      })}
      onClose={onClose}
      act={query.isError ? undefined : { label: t('crud.save'), busy, form: formId, disabled: !there }}
    >
      {body()}
    </Sheet>
  );
}
