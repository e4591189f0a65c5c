import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowsDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { rowId, rowName } from '../../../platform/crud/web/use-entity.ts';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { ClassControl } from '../../classes/web/public.ts';
import { resumeStudy, switchClass } from '../contract.ts';
import styles from './student.module.css';

const CALLS = { switch: switchClass, resume: resumeStudy } as const;

/** A dialog that brings one student into a class. */
const moveDialog = (way: keyof typeof CALLS) =>
  function MoveDialog({ entity, rows, onClose, onDone }: RowsDialogProps) {
    const { t } = useTranslation();
    const { message } = App.useApp();
    const invalidate = useInvalidate();
    const id = useId();
    const [chosen, setChosen] = useState<string>();
    const [asked, setAsked] = useState(false);
    const [row] = useLast(rows) ?? [];
    const { schema } = entity;
    const field = schema.properties['class_id'];

    const work = useMutation({
      mutationFn: (class_id: string) =>
        call(CALLS[way], { params: { id: row ? rowId(schema, row) : '' }, body: { class_id } }, { quiet: true }),
      onSuccess: ({ child_id }) => {
        void message.success(t(`students.${way}.done`, { name: row ? rowName(schema, row) : '' }));
        onDone([child_id]);
        close();
      },
      onSettled: () => invalidate({ resource: entity.name, invalidates: ['list', 'many'] }),
    });
    const close = () => {
      onClose();
      setChosen(undefined);
      setAsked(false);
      work.reset();
    };
    const submit = useOnce(async () => {
      setAsked(true);
      if (chosen !== undefined) await work.mutateAsync(chosen);
    });
    if (row === undefined || field === undefined) return null;

    const failure = work.isError ? failureOf(work.error) : undefined;
    const own = failure?.details.find((detail) => detail.field === '/class_id')?.message;
    const wrong = asked && chosen === undefined ? t('students.classRequired') : own;
    const name = rowName(schema, row);
    return (
      <Sheet
        open={rows !== undefined}
        title={t(`students.${way}.title`, { name })}
        width={480}
        onClose={close}
        act={{ label: t(`students.${way}.verb`), busy: work.isPending, onClick: submit }}
      >
        {failure && own === undefined && (
          <Alert type="error" showIcon role="alert" className={styles.alert} message={failure.message} />
        )}
        <p className={styles.text}>
          {t(`students.${way}.text`, { name, from: String(row['class_name'] ?? t('students.noClass')) })}
        </p>
        <Form layout="vertical" component="div">
          <Form.Item
            label={t('students.intoClass')}
            htmlFor={id}
            required
            validateStatus={wrong ? 'error' : ''}
            help={
              wrong && (
                <span id={`${id}e`} role="alert">
                  {wrong}
                </span>
              )
            }
          >
            <ClassControl
              id={id}
              field={field}
              value={chosen}
              required
              invalid={wrong !== undefined}
              describedBy={wrong ? `${id}e` : undefined}
              placeholder={t('crud.choose')}
              onChange={(value) => {
                setChosen(typeof value === 'string' ? value : undefined);
                work.reset();
              }}
            />
          </Form.Item>
        </Form>
      </Sheet>
    );
  };

export const SwitchDialog = moveDialog('switch');
export const ResumeDialog = moveDialog('resume');
