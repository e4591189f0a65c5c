import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import {
  freeName,
  isConvertible,
  KINDS,
  kindOf,
  matchOf,
  newField,
  optionsOf,
  withField,
  withKind,
  withoutNothing,
  withRequired,
  type Kind,
} from './draft.ts';
import { StoredValues } from './StoredValues.tsx';
import styles from './studio.module.css';

/** A field that is being added or changed. */
export interface Editing {
  name: string;
  field: FieldSchema;
  isNew: boolean;
}

interface Props {
  editing: Editing | undefined;
  entity: string;
  /** The schema in force. */
  inForce: EntitySchema;
  schema: EntitySchema;
  ground: EntitySchema;
  core: readonly string[];
  /** Fields that the product cannot do without. */
  needed: readonly string[];
  onClose: () => void;
  onDone: (next: EntitySchema) => void;
}

const TITLE_MAX = 20;
const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

function Row({ label, id, hint, children }: { label: string; id: string; hint?: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <div>
        {children}
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
    </div>
  );
}

/** Everything that can be said of one field. Nothing is published here: it goes into the draft, and can be undone there. */
export function FieldDialog({ editing, entity, inForce, schema, ground, core, needed, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const shown = useLast(editing);
  const [name, setName] = useState(shown?.name ?? '');
  const [field, setField] = useState(shown?.field);
  const [required, setRequired] = useState(schema.required.includes(name));
  const [pressed, setPressed] = useState(false);
  if (!shown || !field) return null;
  const isCore = !shown.isNew && core.includes(name);
  const kind = kindOf(field);
  const now = inForce.properties[name];
  // Which fields are the tenant's own is the server's to say, in what was read of it and nowhere else.
  const stored = now && withoutNothing({ ...now, 'x-tenant': shown.field['x-tenant'] });
  const set = (change: Partial<FieldSchema>) => setField(withoutNothing({ ...field, ...change }));
  const wrongTitle =
    field.title.trim() === '' || [...field.title].length > TITLE_MAX
      ? t('studio.titleRule', { max: TITLE_MAX })
      : undefined;
  const wrongName =
    shown.isNew && (!NAME.test(name) || name.length > 40 || Object.hasOwn(schema.properties, name))
      ? t('studio.nameRule')
      : undefined;
  const options = field.enum ?? [];
  const labels = field['x-labels'] ?? {};
  const wrongOptions =
    kind === 'options' && (options.length === 0 || options.some((value) => (labels[String(value)] ?? '').trim() === ''))
      ? t('studio.optionRule')
      : undefined;
  const label = (value: string | number, text: string) => set({ 'x-labels': { ...labels, [String(value)]: text } });
  const remove = (value: string | number) => {
    const { [String(value)]: _, ...rest } = labels;
    set({ enum: options.filter((one) => one !== value), 'x-labels': rest });
  };
  const append = () => {
    const code = freeName(options.map(String), 'o');
    set({ enum: [...options, code], 'x-labels': { ...labels, [code]: '' } });
  };
  const lost = ground.properties[name]?.enum?.filter((value) => !options.includes(value)) ?? [];

  const done = () => {
    setPressed(true);
    if (wrongTitle !== undefined || wrongName !== undefined || wrongOptions !== undefined) return;
    onDone(withRequired(withField(schema, name, { ...field, title: field.title.trim() }), name, required));
    onClose();
  };
  const bounds = kind === 'integer' || kind === 'number';
  return (
    <Sheet
      open={editing !== undefined}
      title={shown.isNew ? t('studio.addField') : t('studio.editField', { title: shown.field.title })}
      onClose={onClose}
      act={{ label: t('studio.toDraft'), busy: false, onClick: done }}
    >
      <div className={styles.form}>
        <Row id="studio-title" label={t('studio.name')}>
          <Input
            id="studio-title"
            value={field.title}
            maxLength={TITLE_MAX}
            showCount
            status={pressed && wrongTitle !== undefined ? 'error' : ''}
            onChange={(event) => set({ title: event.target.value })}
            autoFocus
          />
          {pressed && wrongTitle !== undefined && (
            <p className={styles.wrong} role="alert">
              {wrongTitle}
            </p>
          )}
        </Row>
        {(shown.isNew || isConvertible(stored ?? field)) && !isCore && (
          <Row
            id="studio-kind"
            label={t('studio.kind')}
            hint={t(shown.isNew ? 'studio.kindHint' : 'studio.convertHint')}
          >
            <Select<Kind>
              id="studio-kind"
              className={styles.select}
              value={kind}
              options={KINDS.map((value) => ({ value, label: t(`studio.kinds.${value}`) }))}
              onChange={(next) =>
                setField(
                  shown.isNew
                    ? { ...newField(schema, next), title: field.title }
                    : { ...(stored && kindOf(stored) === next ? stored : withKind(field, next)), title: field.title },
                )
              }
            />
          </Row>
        )}
        {shown.isNew && (
          <Row id="studio-name" label={t('studio.code')} hint={t('studio.codeHint')}>
            <Input
              id="studio-name"
              value={name}
              status={pressed && wrongName !== undefined ? 'error' : ''}
              onChange={(event) => setName(event.target.value)}
            />
            {pressed && wrongName !== undefined && (
              <p className={styles.wrong} role="alert">
                {wrongName}
              </p>
            )}
          </Row>
        )}
        {kind === 'options' && (
          <Row
            id="studio-options"
            label={t('studio.options')}
            hint={isCore ? t('studio.coreOptionsHint') : t('studio.optionsHint')}
          >
            <ul className={styles.options} id="studio-options">
              {options.map((value, i) => (
                <li key={value}>
                  <Input
                    value={labels[String(value)] ?? ''}
                    maxLength={TITLE_MAX}
                    aria-label={t('studio.option', { n: i + 1 })}
                    onChange={(event) => label(value, event.target.value)}
                  />
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    disabled={options.length === 1}
                    aria-label={t('studio.removeOption', { name: labels[String(value)] ?? '' })}
                    onClick={() => remove(value)}
                  />
                </li>
              ))}
            </ul>
            {stored && !stored.enum && (
              <StoredValues entity={entity} name={name} onTake={(texts) => set(optionsOf(texts))} />
            )}
            {!isCore && (
              <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={append}>
                {t('studio.addOption')}
              </Button>
            )}
            {lost.length > 0 && (
              <Button
                type="link"
                onClick={() => {
                  const whole = ground.properties[name];
                  if (whole) set({ enum: whole.enum, 'x-labels': { ...whole['x-labels'], ...labels } });
                }}
              >
                {t('studio.restoreOptions', { count: lost.length })}
              </Button>
            )}
            {pressed && wrongOptions !== undefined && (
              <p className={styles.wrong} role="alert">
                {wrongOptions}
              </p>
            )}
          </Row>
        )}
        {(kind === 'text' || kind === 'lines') && (
          <Row id="studio-length" label={t('studio.maxLength')}>
            <InputNumber<number>
              id="studio-length"
              min={1}
              max={5000}
              value={field.maxLength ?? null}
              onChange={(value) => set({ maxLength: value ?? undefined })}
            />
          </Row>
        )}
        {bounds && (
          <Row id="studio-min" label={t('studio.bounds')}>
            <span className={styles.range}>
              <InputNumber<number>
                id="studio-min"
                placeholder={t('crud.from')}
                value={field.minimum ?? null}
                onChange={(value) => set({ minimum: value ?? undefined })}
              />
              <span aria-hidden="true">–</span>
              <InputNumber<number>
                placeholder={t('crud.to')}
                aria-label={t('crud.to')}
                value={field.maximum ?? null}
                onChange={(value) => set({ maximum: value ?? undefined })}
              />
            </span>
          </Row>
        )}
        <Row id="studio-help" label={t('studio.help')}>
          <Input
            id="studio-help"
            value={field['x-form']?.help ?? ''}
            disabled={!field['x-form']}
            maxLength={200}
            onChange={(event) => {
              const form = field['x-form'];
              if (form) {
                const { help: _, ...rest } = form;
                set({ 'x-form': event.target.value === '' ? rest : { ...rest, help: event.target.value } });
              }
            }}
          />
        </Row>
        <Row id="studio-group" label={t('studio.group')}>
          <Input
            id="studio-group"
            value={field['x-form']?.group ?? ''}
            disabled={!field['x-form']}
            maxLength={TITLE_MAX}
            onChange={(event) => {
              const form = field['x-form'];
              if (form) {
                const { group: _, ...rest } = form;
                set({ 'x-form': event.target.value === '' ? rest : { ...rest, group: event.target.value } });
              }
            }}
          />
        </Row>
        <div className={styles.checks}>
          <Checkbox
            checked={required}
            disabled={needed.includes(name) || field.readOnly || !field['x-form']?.on.includes('create')}
            onChange={(event) => setRequired(event.target.checked)}
          >
            {t('studio.required')}
          </Checkbox>
          {matchOf(kind) !== undefined && !field['x-mask'] && (
            <Checkbox
              checked={field['x-filter'] !== undefined}
              onChange={(event) => {
                const match = matchOf(kind);
                set({
                  'x-filter':
                    event.target.checked && match
                      ? (ground.properties[name]?.['x-filter'] ?? {
                          match,
                          order: field['x-form']?.order ?? field['x-list']?.order ?? 99,
                        })
                      : undefined,
                });
              }}
            >
              {t('studio.filter')}
            </Checkbox>
          )}
          {field['x-list'] && kind !== 'lines' && !field['x-mask'] && (
            <Checkbox
              checked={field['x-list'].sorter === true}
              onChange={(event) => set({ 'x-list': { order: 0, ...field['x-list'], sorter: event.target.checked } })}
            >
              {t('studio.sorter')}
            </Checkbox>
          )}
          <Checkbox
            checked={field['x-sheet']?.export === true}
            onChange={(event) => set({ 'x-sheet': { ...field['x-sheet'], export: event.target.checked } })}
          >
            {t('crud.export')}
          </Checkbox>
        </div>
      </div>
    </Sheet>
  );
}
