import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { ClassControl } from '../../classes/web/public.ts';
import { resumeStudy, switchClass } from '../contract.ts';
import styles from './student.module.css';

const CALLS = { switch: switchClass, resume: resumeStudy } as const;

/** Creates the dialog that moves a student to another class, or resumes studies in a class. */
const moveDialog = (action: keyof typeof CALLS) =>
  function MoveDialog({ entity, rows, onClose, onDone }: RowsDialogProps) {
    const { t } = useTranslation();
    const { message } = App.useApp();
    const invalidate = useInvalidate();
    const id = useId();
    const [classId, setClassId] = useState<string>();
    const [submitted, setSubmitted] = useState(false);
    const [row] = useLast(rows) ?? [];
    const { schema } = entity;
    const field = schema.properties['class_id'];

    const moving = useMutation({
      mutationFn: (class_id: string) =>
        call(CALLS[action], { params: { id: row ? rowId(schema, row) : '' }, body: { class_id } }, { quiet: true }),
      onSuccess: ({ child_id }) => {
        void message.success(t(`students.${action}.done`, { name: row ? rowName(schema, row) : '' }));
        onDone([child_id]);
        close();
      },
      onSettled: () => invalidate({ resource: entity.name, invalidates: ['list', 'many'] }),
    });
    const close = () => {
      onClose();
      setClassId(undefined);
      setSubmitted(false);
      moving.reset();
    };
    const submit = useOnce(async () => {
      setSubmitted(true);
      if (classId !== undefined) await moving.mutateAsync(classId);
    });
    if (row === undefined || field === undefined) return null;

    const failure = moving.isError ? failureOf(moving.error) : undefined;
    const fieldError = failure?.details.find((detail) => detail.field === '/class_id')?.message;
    const error = submitted && classId === undefined ? t('students.classRequired') : fieldError;
    const name = rowName(schema, row);
    return (
      <Sheet
        open={rows !== undefined}
        title={t(`students.${action}.title`, { name })}
        width={480}
        onClose={close}
        act={{ label: t(`students.${action}.verb`), busy: moving.isPending, onClick: submit }}
      >
        {failure && fieldError === undefined && (
          <Alert type="error" showIcon role="alert" className={styles.alert} message={failure.message} />
        )}
        <p className={styles.text}>
          {t(`students.${action}.text`, { name, from: String(row['class_name'] ?? t('students.noClass')) })}
        </p>
        <Form layout="vertical" component="div">
          <Form.Item
            label={t('students.intoClass')}
            htmlFor={id}
            required
            validateStatus={error ? 'error' : ''}
            help={
              error && (
                <span id={`${id}e`} role="alert">
                  {error}
                </span>
              )
            }
          >
            <ClassControl
              id={id}
              field={field}
              value={classId}
              required
              invalid={error !== undefined}
              describedBy={error ? `${id}e` : undefined}
              placeholder={t('crud.choose')}
              onChange={(value) => {
                setClassId(typeof value === 'string' ? value : undefined);
                moving.reset();
              }}
            />
          </Form.Item>
        </Form>
      </Sheet>
    );
  };

export const SwitchDialog = moveDialog('switch');
export const ResumeDialog = moveDialog('resume');
