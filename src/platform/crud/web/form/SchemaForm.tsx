// The package's entry also exports a test helper that imports a validator which is not installed.
import type { IChangeEvent } from '@rjsf/core';
import Form from '@rjsf/core/lib/components/Form.js';
import { deepEquals, type RJSFSchema, type RJSFValidationError, type UiSchema } from '@rjsf/utils';
import { Alert } from 'antd';
import { useMemo, useRef, useState } from 'react';
import type { Row } from '../../../resources/contract/resource.ts';
import { arrange } from '../../../schema/arrange.ts';
import { inputSchema, type InputSchema } from '../../../schema/form.ts';
import { nameKeyOf, readableValue } from '../../../schema/references.ts';
import type { EntitySchema, FormMode } from '../../../schema/types.ts';
import { useCurrentUser } from '../../../session/web/current-user.ts';
import type { Failure } from '../../../ui/web/failure.ts';
import { SiblingsContext, SiblingStore } from '../../../ui/web/fields/siblings.ts';
import { useMobile } from '../../../ui/web/use-mobile.ts';
import { useOnce } from '../use-once.ts';
import { filled } from './check.ts';
import { FieldTemplate } from './FieldTemplate.tsx';
import { FieldWidget } from './FieldWidget.tsx';
import type { FormContext } from './form-context.ts';
import { ObjectFieldTemplate } from './FormLayout.tsx';
import { OpenTab } from './open-tab.ts';
import { rowRules } from './row-rules.ts';
import { errorSchemaOf, nothingRefused, refusalOf, type Refusal } from './server-errors.ts';
import { StructureField } from './StructureField.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { useMoment } from './use-moment.ts';
import { useTabs } from './use-tabs.ts';
import { forEngine, validatorWith } from './validator.ts';
import styles from './form.module.css';

export type FormValues = Readonly<Record<string, unknown>>;

export interface SchemaFormProps {
  /** Id of the form element; a button outside submits it by its `form` attribute. */
  id: string;
  schema: EntitySchema;
  mode: FormMode;
  initial: FormValues;
  /** Id of the edited row; absent when creating. */
  rowId?: string | undefined;
  /** The edited row, with the names of what it refers to. */
  row?: Row | undefined;
  /** Called with valid values only, one call at a time; resolves with the failure, if any. */
  onSubmit: (values: FormValues) => Promise<Failure | undefined>;
  onDirty: (dirty: boolean) => void;
  /** Does not focus the first field. */
  still?: boolean;
}

const uiSchemaOf = ({ properties }: InputSchema): UiSchema<unknown, RJSFSchema, FormContext> => ({
  'ui:submitButtonOptions': { norender: true },
  ...Object.fromEntries(
    Object.entries(properties).map(([name, { type, 'x-form': form, 'x-kind': kind }]) => [
      name,
      form?.hidden === true
        ? { 'ui:widget': 'hidden' }
        : type === 'object' || kind === 'group'
          ? { 'ui:field': StructureField }
          : { 'ui:widget': FieldWidget },
    ]),
  ),
});

/** The names of a field's value as the row has them; ids that the row does not have are unnamed. */
function storedName(row: Row | undefined, field: string, value: unknown) {
  const [stored, names] = [row?.[field], row?.[nameKeyOf(field)]];
  if (Array.isArray(value) && Array.isArray(stored) && Array.isArray(names))
    return (value as unknown[]).map((id): string | undefined => {
      const name: unknown = names[stored.indexOf(id)];
      return typeof name === 'string' ? name : undefined;
    });
  return stored === value && typeof names === 'string' ? names : undefined;
}

/** The form of an entity, from its schema. */
export function SchemaForm(props: SchemaFormProps) {
  const { id, schema, mode, initial, rowId, row, onSubmit, onDirty, still = false } = props;
  const isMobile = useMobile();
  const { user } = useCurrentUser();
  const [values, setValues] = useState(initial);
  const [refusal, setRefusal] = useState<Refusal>(nothingRefused);
  const general = useRef<HTMLDivElement>(null);

  // Schema and initial values are fixed; use a `key` for another form.
  const moment = useMoment();
  const [{ rules, validator, ui, context, siblings, names, tabs }] = useState(() => {
    const made = inputSchema(schema, mode);
    const names = Object.keys(made.properties);
    const store = new SiblingStore((kind) => names.find((name) => made.properties[name]?.['x-kind'] === kind));
    store.set(initial);
    const arranged = (shown: readonly string[]) => arrange(schema, shown);
    const tabs = arranged(names);
    const rules = rowRules(schema, made, row, moment);
    return {
      rules,
      validator: validatorWith(rules),
      ui: uiSchemaOf(made),
      context: {
        isTabbed: tabs.length > 1,
        arranged,
        row: rowId === undefined ? undefined : { entity: schema.$id, id: rowId },
        // The row may have no name of the person who fills in the form: where that is the default of a new row.
        nameOf: (field: string, value: unknown) =>
          storedName(row, field, value) ?? (value === user.user_id ? user.real_name : undefined),
        readableOf: (field: string) => row && readableValue(row, field),
        onTouch: () => onDirty(true),
      },
      siblings: store,
      names,
      tabs,
    };
  });
  const { opened, toField } = useTabs(id, tabs);
  // Keeps the same object while the same fields are shown, because the form engine restarts with a new one.
  const shownInput = rules.inputFor(values);
  const input = useMemo(() => forEngine(shownInput), [shownInput]);
  // Labels are in one place of the whole form.
  const stacked = isMobile || tabs.some(({ sections }) => sections.some(({ columns = 1 }) => columns > 1));
  const formContext = useMemo<FormContext>(() => ({ ...context, stacked }), [context, stacked]);
  useFirstFocus(still ? '' : `${id}_${names[0] ?? ''}`);

  const change = (event: IChangeEvent<unknown, RJSFSchema, FormContext>, fieldId?: string) => {
    const next = filled(event.formData);
    setValues(next);
    siblings.set(next);
    onDirty(!deepEquals(next, filled(initial)));
    const name = fieldId?.slice(id.length + 1);
    // A server error of a field is cleared when the field changes.
    if (name !== undefined && refusal.fields[name] !== undefined)
      setRefusal(({ fields: { [name]: _, ...rest }, general: kept }) => ({ fields: rest, general: kept }));
  };

  const submit = useOnce(async (event: IChangeEvent<unknown, RJSFSchema, FormContext>) => {
    setRefusal(nothingRefused);
    const failure = await onSubmit(rules.valuesFor(event.formData));
    if (failure === undefined) return;
    const refused = refusalOf(
      failure.details,
      failure.message,
      new Set(names),
      (name) => schema.properties[name]?.['x-kind'] === 'group',
    );
    setRefusal(refused);
    const wrong = names.find((name) => refused.fields[name] !== undefined);
    if (wrong !== undefined) toField([wrong]);
    else general.current?.scrollIntoView({ block: 'nearest' });
  });

  const toFirst = ({ property = '' }: RJSFValidationError) => toField(property.split('.').slice(1));
  const extraErrors = useMemo(() => errorSchemaOf(refusal.fields), [refusal.fields]);

  return (
    <SiblingsContext value={siblings}>
      <div ref={general}>
        {refusal.general.length > 0 && (
          <Alert type="error" showIcon role="alert" className={styles.refused} message={refusal.general.join('；')} />
        )}
      </div>
      <OpenTab value={opened}>
        <Form<unknown, RJSFSchema, FormContext>
          id={id}
          idPrefix={id}
          className={styles.form}
          schema={input}
          uiSchema={ui}
          formData={values}
          formContext={formContext}
          validator={validator}
          templates={{ FieldTemplate, ObjectFieldTemplate }}
          extraErrors={extraErrors}
          showErrorList={false}
          noHtml5Validate
          focusOnFirstError={toFirst}
          experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
          onChange={change}
          onSubmit={submit}
          onError={() => undefined}
        />
      </OpenTab>
    </SiblingsContext>
  );
}
