import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { BOARD_MAX, VIEW_KINDS, type ResourceView } from '../../../../platform/schema/views.ts';
import { FieldRow } from '../FieldRow.tsx';
import { asKind, fieldsFor, titleFields } from './draft-views.ts';
import styles from '../states/states.module.css';

export const VIEW_TITLE_MAX = 10;
const DEFAULT = '';

interface Props {
  n: number;
  view: ResourceView;
  schema: EntitySchema;
  problem: string | undefined;
  onChange: (next: ResourceView | undefined) => void;
}

const optionsOf = (fields: readonly [string, { title: string }][]) =>
  fields.map(([value, { title }]) => ({ value, label: title }));

/** Settings of one view. */
export function ViewCard({ n, view, schema, problem, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { title, kind, by, title_field: titleField } = view;
  const fields = fieldsFor(schema, kind);
  const setTitleField = (name: string) => {
    const { title_field: _, ...rest } = view;
    onChange(name === DEFAULT ? rest : { ...rest, title_field: name });
  };
  return (
    <li className={styles.card} aria-label={t('studioViews.view', { n })}>
      <div className={styles.head}>
        <strong>{title || t('studioViews.view', { n })}</strong>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('studioViews.remove', { title })}
          onClick={() => onChange(undefined)}
        />
      </div>
      <div className={styles.pair}>
        <FieldRow id={`${id}-title`} label={t('studioViews.title')} problem={problem}>
          <Input
            id={`${id}-title`}
            value={title}
            maxLength={VIEW_TITLE_MAX}
            placeholder={t('studioViews.titleHint')}
            status={problem === undefined ? '' : 'error'}
            onChange={({ target }) => onChange({ ...view, title: target.value })}
          />
        </FieldRow>
        <FieldRow id={`${id}-kind`} label={t('studioViews.kind')}>
          <Select
            id={`${id}-kind`}
            className={styles.wide}
            value={kind}
            options={VIEW_KINDS.map((value) => ({ value, label: t(`studioViews.kinds.${value}`) }))}
            onChange={(next) => onChange(asKind(schema, view, next))}
          />
        </FieldRow>
        {kind !== 'cards' && (
          <FieldRow
            id={`${id}-by`}
            label={t('studioViews.by')}
            problem={fields.length === 0 ? t(`studioViews.noField.${kind}`, { max: BOARD_MAX }) : undefined}
          >
            <Select
              id={`${id}-by`}
              className={styles.wide}
              value={by}
              disabled={fields.length === 0}
              options={optionsOf(fields)}
              onChange={(next) => onChange({ ...view, by: next })}
            />
          </FieldRow>
        )}
        <FieldRow id={`${id}-name`} label={t('studioViews.titleField')}>
          <Select
            id={`${id}-name`}
            className={styles.wide}
            value={titleField ?? DEFAULT}
            options={[{ value: DEFAULT, label: t('studioViews.titleDefault') }, ...optionsOf(titleFields(schema))]}
            onChange={setTitleField}
          />
        </FieldRow>
      </div>
    </li>
  );
}
