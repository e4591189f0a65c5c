import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import { LABEL_MAX, newField, withField, withKind, withoutUndefined, withRequired } from './draft.ts';
import { isConvertible, KINDS, kindOf, LASTING, REFERRING, WITH_OPTIONS, type Kind } from './field-kinds.ts';
import { FieldChecks } from './FieldChecks.tsx';
import { FieldExpressions } from './FieldExpressions.tsx';
import { FieldLimits } from './FieldLimits.tsx';
import { FieldOptions } from './FieldOptions.tsx';
import { FieldRights, type RowRoles } from './FieldRights.tsx';
import { FieldRow } from './FieldRow.tsx';
import { FieldTarget } from './FieldTarget.tsx';
import { hasTitledFields } from './group/inner-draft.ts';
import { InnerFields } from './group/InnerFields.tsx';
import { useSuggestedKey } from './suggested-key.ts';
import styles from './studio.module.css';

/** The field to add or edit. */
export interface Editing {
  name: string;
  field: FieldSchema;
  isNew: boolean;
  /** Names that a suggested one must differ from; absent where the name is given. */
  taken?: readonly string[];
}

interface Props {
  editing: Editing | undefined;
  entity: string;
  /** The published schema. */
  published: EntitySchema;
  /** The schema of the draft. */
  schema: EntitySchema;
  /** The schema without the overlay of the tenant. */
  base: EntitySchema;
  core: readonly string[];
  /** Fields that the product requires. */
  needed: readonly string[];
  roles: RowRoles;
  onClose: () => void;
  onDone: (next: EntitySchema) => void;
}

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const NAME_MAX = 40;
const HELP_MAX = 200;

const hasTitle = ({ title }: FieldSchema) => title.trim() !== '' && [...title].length <= LABEL_MAX;
const hasLabelledOptions = ({ enum: options = [], 'x-labels': labels = {} }: FieldSchema) =>
  options.length > 0 && options.every((value) => (labels[String(value)] ?? '').trim() !== '');
const isFreeName = ({ properties }: EntitySchema, name: string) =>
  NAME.test(name) && name.length <= NAME_MAX && !Object.hasOwn(properties, name);

/** The field with another text of its form, or without it when the text is empty. */
function withFormText(field: FieldSchema, key: 'help' | 'group', text: string): Partial<FieldSchema> {
  const form = field['x-form'];
  if (!form) return {};
  const { [key]: _, ...rest } = form;
  return { 'x-form': text === '' ? rest : { ...rest, [key]: text } };
}

/** Edits all settings of one field. The result goes into the draft, where it can be undone before publishing. */
export function FieldDialog({ editing, entity, published, schema, base, core, needed, roles, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const displayed = useLast(editing);
  const [name, setName] = useState(displayed?.name ?? '');
  const [field, setField] = useState(displayed?.field);
  const [required, setRequired] = useState(schema.required.includes(name));
  const [submitted, setSubmitted] = useState(false);
  const [isNameTyped, setNameTyped] = useState(false);
  const taken = isNameTyped ? undefined : displayed?.taken;
  useSuggestedKey(
    displayed?.isNew ? (field?.title ?? '') : '',
    taken && { separator: '_', max: NAME_MAX, stem: 'field', taken },
    setName,
  );
  if (!displayed || !field) return null;
  const { isNew } = displayed;
  const isCore = !isNew && core.includes(name);
  const kind = kindOf(field);
  const publishedField = published.properties[name];
  // Only the answer of the studio says which fields belong to the tenant, so `x-tenant` comes from there.
  const stored = publishedField && withoutUndefined({ ...publishedField, 'x-tenant': displayed.field['x-tenant'] });
  const set = (change: { [K in keyof FieldSchema]?: FieldSchema[K] | undefined }) =>
    setField(withoutUndefined({ ...field, ...change }));
  const changeKind = (next: Kind) => {
    const { title } = field;
    if (isNew) return setField({ ...newField(schema, next), title });
    return setField({ ...(stored && kindOf(stored) === next ? stored : withKind(field, next)), title });
  };

  const mayChange = isConvertible(field) ? 'studio.kindHint' : 'studio.kindStaysHint';
  const kindHint = isNew ? mayChange : 'studio.convertHint';

  const problems = {
    title: hasTitle(field) ? undefined : t('studio.titleRule', { max: LABEL_MAX }),
    name: isNew && !isFreeName(schema, name) ? t('studio.nameRule') : undefined,
    options: WITH_OPTIONS.has(kind) && !hasLabelledOptions(field) ? t('studio.optionRule') : undefined,
    inner: kind === 'group' && !hasTitledFields(field) ? t('studio.innerRule') : undefined,
    of: REFERRING.has(kind) && field['x-of'] === undefined ? t('studio.ofRule') : undefined,
  };
  const visible: Partial<typeof problems> = submitted ? problems : {};
  const done = () => {
    setSubmitted(true);
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    onDone(withRequired(withField(schema, name, { ...field, title: field.title.trim() }), name, required));
    onClose();
  };
  return (
    <Sheet
      open={editing !== undefined}
      title={isNew ? t('studio.addField') : t('studio.editField', { title: displayed.field.title })}
      onClose={onClose}
      act={{ label: t('studio.toDraft'), busy: false, onClick: done }}
    >
      <div className={styles.form}>
        <FieldRow id="studio-title" label={t('studio.name')} problem={visible.title}>
          <Input
            id="studio-title"
            value={field.title}
            maxLength={LABEL_MAX}
            showCount
            status={visible.title === undefined ? '' : 'error'}
            onChange={(event) => set({ title: event.target.value })}
            autoFocus
          />
        </FieldRow>
        {(isNew || isConvertible(stored ?? field)) && !isCore && (
          <FieldRow id="studio-kind" label={t('studio.kind')} hint={t(kindHint)}>
            <Select<Kind>
              id="studio-kind"
              className={styles.select}
              value={kind}
              virtual={false}
              options={KINDS.filter((value) => isNew || !LASTING.has(value)).map((value) => ({
                value,
                label: t(`studio.kinds.${value}`),
              }))}
              onChange={changeKind}
            />
          </FieldRow>
        )}
        {isNew && (
          <FieldRow id="studio-name" label={t('studio.code')} hint={t('studio.codeHint')} problem={visible.name}>
            <Input
              id="studio-name"
              value={name}
              status={visible.name === undefined ? '' : 'error'}
              onChange={(event) => {
                setNameTyped(true);
                setName(event.target.value);
              }}
            />
          </FieldRow>
        )}
        {REFERRING.has(kind) && (
          <FieldTarget value={field['x-of']} fixed={!isNew} problem={visible.of} onChange={set} />
        )}
        {WITH_OPTIONS.has(kind) && (
          <FieldOptions
            entity={entity}
            name={name}
            field={field}
            isCore={isCore}
            stored={stored}
            base={base.properties[name]}
            problem={visible.options}
            onChange={set}
          />
        )}
        {kind === 'group' && (
          <InnerFields
            value={field['x-fields'] ?? []}
            problem={visible.inner}
            onChange={(fields) => set({ 'x-fields': fields })}
          />
        )}
        <FieldLimits field={field} onChange={set} />
        {!isCore && <FieldExpressions schema={schema} name={name} field={field} onChange={set} />}
        {!isCore && <FieldRights field={field} of={roles} onChange={set} />}
        {(['help', 'group'] as const).map((key) => (
          <FieldRow key={key} id={`studio-${key}`} label={t(`studio.${key}`)}>
            <Input
              id={`studio-${key}`}
              value={field['x-form']?.[key] ?? ''}
              disabled={!field['x-form']}
              maxLength={key === 'help' ? HELP_MAX : LABEL_MAX}
              onChange={(event) => set(withFormText(field, key, event.target.value))}
            />
          </FieldRow>
        ))}
        <FieldChecks
          field={field}
          base={base.properties[name]}
          isOwn={!isCore}
          required={required}
          isNeeded={needed.includes(name)}
          onRequired={setRequired}
          onChange={set}
        />
      </div>
    </Sheet>
  );
}
