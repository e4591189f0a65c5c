import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  PRINT_FIELDS_MAX,
  PRINT_TEXT_MAX,
  SIGNATURES_MAX,
  type PrintTemplate,
} from '../../../../platform/schema/print-templates.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { FieldRow } from '../FieldRow.tsx';
import { printableFields } from './draft-prints.ts';
import styles from '../states/states.module.css';

export const TITLE_MAX = 20;

interface Props {
  n: number;
  template: PrintTemplate;
  schema: EntitySchema;
  problems: { title?: string | undefined; fields?: string | undefined };
  /** Lets the server print a row by the template as it is now. */
  preview: ReactNode;
  onChange: (next: PrintTemplate | undefined) => void;
}

/** Settings of one print template. */
export function PrintCard({ n, template, schema, problems, preview, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { title, fields, columns, signatures = [] } = template;
  const set = (change: { [K in keyof PrintTemplate]?: PrintTemplate[K] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...template, ...change }).filter(([, value]) => value !== undefined),
      ) as unknown as PrintTemplate, // the required keys are never unset
    );
  return (
    <li className={styles.card} aria-label={t('studioPrints.item', { n })}>
      <div className={styles.head}>
        <strong>{title || t('studioPrints.item', { n })}</strong>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('studioPrints.remove', { title })}
          onClick={() => onChange(undefined)}
        />
      </div>
      <div className={styles.pair}>
        <FieldRow id={`${id}-title`} label={t('studioPrints.title')} problem={problems.title}>
          <Input
            id={`${id}-title`}
            value={title}
            maxLength={TITLE_MAX}
            placeholder={t('studioPrints.titleHint')}
            status={problems.title === undefined ? '' : 'error'}
            onChange={({ target }) => set({ title: target.value })}
          />
        </FieldRow>
        <FieldRow id={`${id}-columns`} label={t('studioPrints.columns')}>
          <Segmented<1 | 2>
            id={`${id}-columns`}
            value={columns ?? 1}
            options={[
              { value: 1, label: t('studioPrints.columnsOf.one') },
              { value: 2, label: t('studioPrints.columnsOf.two') },
            ]}
            onChange={(next) => set({ columns: next === 2 ? 2 : undefined })}
          />
        </FieldRow>
        <FieldRow
          id={`${id}-fields`}
          label={t('studioPrints.fields')}
          hint={t('studioPrints.fieldsHint')}
          problem={problems.fields}
        >
          <Select
            id={`${id}-fields`}
            className={styles.wide}
            mode="multiple"
            maxCount={PRINT_FIELDS_MAX}
            value={[...fields]}
            options={printableFields(schema)}
            optionFilterProp="label"
            onChange={(values) => set({ fields: values })}
          />
        </FieldRow>
        <FieldRow
          id={`${id}-signatures`}
          label={t('studioPrints.signatures')}
          hint={t('studioPrints.signaturesHint', { max: SIGNATURES_MAX })}
        >
          <Select
            id={`${id}-signatures`}
            className={styles.wide}
            mode="tags"
            open={false}
            suffixIcon={null}
            maxCount={SIGNATURES_MAX}
            value={[...signatures]}
            onChange={(values) => {
              const named = values.map((one) => one.trim().slice(0, TITLE_MAX)).filter(Boolean);
              set({ signatures: named.length > 0 ? named : undefined });
            }}
          />
        </FieldRow>
        {(['header', 'footer'] as const).map((key) => (
          <FieldRow key={key} id={`${id}-${key}`} label={t(`studioPrints.${key}`)}>
            <Input.TextArea
              id={`${id}-${key}`}
              value={template[key] ?? ''}
              maxLength={PRINT_TEXT_MAX}
              autoSize={{ minRows: 1, maxRows: 4 }}
              onChange={({ target }) => set({ [key]: target.value === '' ? undefined : target.value })}
            />
          </FieldRow>
        ))}
      </div>
      {preview}
    </li>
  );
}
