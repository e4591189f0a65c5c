import { useInvalidate } from '@refinedev/core';
import { Alert, App } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { check, filled } from '../../../../platform/crud/web/form/check.ts';
import { focusField } from '../../../../platform/crud/web/form/focus.ts';
import { useFirstFocus } from '../../../../platform/crud/web/form/use-first-focus.ts';
import { useLeaveGuard } from '../../../../platform/crud/web/form/use-leave-guard.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import type { Entity } from '../../../../platform/resources/contract/entity.ts';
import { display } from '../../../../platform/schema/columns.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { SiblingsContext, SiblingStore } from '../../../../platform/ui/web/fields/siblings.ts';
import { batchCreateClasses } from '../../contract.ts';
import {
  batchFields,
  COMMON_LINE,
  COUNT_DEFAULT,
  errorKey,
  namedValues,
  patternFor,
  errorsByField,
  type Errors,
  type Line,
  type Naming,
  type Values,
} from './batch.ts';
import { BatchLines } from './BatchLines.tsx';
import { CommonFields } from './CommonFields.tsx';
import styles from './class-batch.module.css';

interface Props {
  entity: Entity;
  formId: string;
  onState: (state: { count: number; busy: boolean }) => void;
  onDone: () => void;
}

const NO_ERRORS: Errors = new Map();

/** A grade and a naming pattern create the lines; each can then be edited. The server creates all classes or none. */
export function ClassBatchForm({ entity, formId, onState, onDone }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const { setDirty } = useLeaveGuard();
  const [fields] = useState(() => batchFields(entity.schema));
  const [siblings] = useState(
    () => new SiblingStore((kind) => fields.common.find((name) => fields.input.properties[name]?.['x-kind'] === kind)),
  );

  const [common, setCommon] = useState<Values>({});
  const [naming, setNaming] = useState<Naming>({ start: 1, pattern: '' });
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [errors, setErrors] = useState<Errors>(NO_ERRORS);
  const [general, setGeneral] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const nextKey = useRef(0);
  const patternEdited = useRef(false);

  useFirstFocus(`${formId}${errorKey(COMMON_LINE, fields.common[0] ?? '')}`);
  useEffect(() => siblings.set(common), [siblings, common]);
  useEffect(() => onState({ count: lines.length, busy }), [onState, lines.length, busy]);

  const newLine = (index: number, by: Naming): Line => ({
    key: nextKey.current++,
    values: namedValues(fields, by, index),
  });
  const rename = (next: Naming) => {
    setNaming(next);
    setLines((previous) =>
      previous.map(({ key, values }, i) => ({ key, values: { ...values, ...namedValues(fields, next, i) } })),
    );
  };
  /** Clears the error of a field when it changes. */
  const clearError = useCallback(
    (line: number, name: string) => {
      setDirty(true);
      setErrors((previous) =>
        previous.has(errorKey(line, name))
          ? new Map([...previous].filter(([key]) => key !== errorKey(line, name)))
          : previous,
      );
    },
    [setDirty],
  );

  const changeCommon = (name: string, value: unknown) => {
    clearError(COMMON_LINE, name);
    setCommon((previous) => ({ ...previous, [name]: value }));
    const field = fields.input.properties[name];
    if (field?.['x-kind'] !== 'grade' || value === undefined) return;
    const next = patternEdited.current ? naming : { ...naming, pattern: patternFor(display(field, value)) };
    if (lines.length > 0) return rename(next);
    setNaming(next);
    setLines(Array.from({ length: COUNT_DEFAULT }, (_, i) => newLine(i, next)));
  };
  const changeCount = (count: number) =>
    setLines((previous) => [
      ...previous.slice(0, count),
      ...Array.from({ length: Math.max(0, count - previous.length) }, (_, i) => newLine(previous.length + i, naming)),
    ]);
  const changePattern = (pattern: string) => {
    patternEdited.current = true;
    rename({ ...naming, pattern });
  };
  const changeLine = useCallback(
    (i: number, name: string, value: unknown) => {
      clearError(i, name);
      setLines((previous) =>
        previous.map((each, at) => (at === i ? { ...each, values: { ...each.values, [name]: value } } : each)),
      );
    },
    [clearError],
  );
  const removeLine = useCallback((i: number) => {
    // Errors refer to line numbers, and the following lines move up.
    setErrors(NO_ERRORS);
    setLines((previous) => previous.filter((_, at) => at !== i));
  }, []);

  const showErrors = ({ errors: fieldErrors, general: generalErrors }: ReturnType<typeof errorsByField>) => {
    setErrors(fieldErrors);
    setGeneral(generalErrors);
    const [first] = fieldErrors.keys();
    if (first !== undefined) focusField(`${formId}${first}`);
  };
  const submit = useOnce(async () => {
    const items = lines.map(({ values }) => filled({ ...common, ...values }));
    const violations = items.flatMap((item, i) =>
      check(fields.input, item).map(({ field, message: text }) => ({ field: `/items/${i}${field}`, message: text })),
    );
    if (violations.length > 0) return showErrors(errorsByField(fields, violations));
    setBusy(true);
    try {
      await call(batchCreateClasses, { body: { items } }, { quiet: true });
      setDirty(false);
      void message.success(t('crud.classBatch.done', { count: items.length }));
      void invalidate({ resource: entity.name, invalidates: ['list', 'many'] });
      onDone();
    } catch (error) {
      const failure = failureOf(error);
      showErrors(
        failure.details.length > 0
          ? errorsByField(fields, failure.details)
          : { errors: NO_ERRORS, general: [failure.message] },
      );
    } finally {
      setBusy(false);
    }
  });

  return (
    <SiblingsContext value={siblings}>
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {general.length > 0 && <Alert type="error" showIcon role="alert" message={general.join('；')} />}
        <CommonFields
          formId={formId}
          fields={fields}
          values={common}
          errors={errors}
          naming={naming}
          count={lines.length}
          onChange={changeCommon}
          onCount={changeCount}
          onStart={(start) => rename({ ...naming, start })}
          onPattern={changePattern}
        />
        <BatchLines
          formId={formId}
          fields={fields}
          lines={lines}
          errors={errors}
          onChange={changeLine}
          onRemove={removeLine}
        />
      </form>
    </SiblingsContext>
  );
}
