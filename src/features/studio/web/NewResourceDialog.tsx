import { useMutation } from '@tanstack/react-query';
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { schemasChanged } from '../../../platform/session/web/schemas-changed.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { studioCreate } from '../contract.ts';
import { useSuggestedKey } from './suggested-key.ts';
import styles from './studio.module.css';

interface Props {
  open: boolean;
  taken: readonly string[];
  /** The call that creates it; default for the own school. */
  create?: (body: BodyOf<typeof studioCreate>) => Promise<{ entity: string }>;
  onClose: () => void;
  onCreated: (entity: string) => Promise<void>;
}

const createOwn = (body: BodyOf<typeof studioCreate>) => call(studioCreate, { body }, { quiet: true });

const TITLE_MAX = 20;
const KEY_MAX = 32;
const nextName = (taken: readonly string[]): string => {
  for (let n = 1; ; n++) if (!taken.includes(`own-${n}`)) return `own-${n}`;
};

/** Creates a resource with one field; its other fields are then added in the editor. */
export function NewResourceDialog({ open, ...rest }: Props) {
  return <Form key={String(open)} open={open} {...rest} />;
}

function Form({ open, taken, create = createOwn, onClose, onCreated }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const formId = useId();
  const [values, setValues] = useState({ title: '', label: '', help: '', entity: nextName(taken) });
  const [submitted, setSubmitted] = useState(false);
  const [isKeyTyped, setKeyTyped] = useState(false);
  useSuggestedKey(
    values.title,
    isKeyTyped ? undefined : { separator: '-', max: KEY_MAX, stem: 'own', taken },
    (entity) => setValues((before) => ({ ...before, entity })),
  );
  const creating = useMutation({
    mutationFn: () => create({ ...values, title: values.title.trim(), label: values.label.trim() }),
    onSuccess: async ({ entity }) => {
      void message.success(t('studio.resourceMade', { title: values.title.trim() }));
      schemasChanged.notify();
      await onCreated(entity);
      onClose();
    },
  });
  const send = useOnce(creating.mutateAsync);
  const failure = creating.isError ? failureOf(creating.error) : undefined;
  const errors: Partial<Record<keyof typeof values, string>> = {
    ...(submitted && values.title.trim() === '' && { title: t('studio.titleRule', { max: TITLE_MAX }) }),
    ...(submitted && values.label.trim() === '' && { label: t('studio.titleRule', { max: TITLE_MAX }) }),
    ...Object.fromEntries(failure?.details.map(({ field, message: text }) => [field.slice(1), text]) ?? []),
  };
  const submit = () => {
    setSubmitted(true);
    if (values.title.trim() !== '' && values.label.trim() !== '') send();
  };
  const textRow = (name: keyof typeof values, label: string, hint: string, max: number) => (
    <div className={styles.row}>
      <label htmlFor={`${formId}-${name}`}>{label}</label>
      <div>
        <Input
          id={`${formId}-${name}`}
          value={values[name]}
          maxLength={max}
          autoFocus={name === 'title'}
          status={errors[name] === undefined ? '' : 'error'}
          aria-describedby={`${formId}-${name}-hint`}
          onChange={({ target }) => {
            setValues((before) => ({ ...before, [name]: target.value }));
            if (name === 'entity') setKeyTyped(true);
            if (creating.isError) creating.reset();
          }}
        />
        <p
          id={`${formId}-${name}-hint`}
          className={errors[name] === undefined ? styles.hint : styles.wrong}
          role={errors[name] === undefined ? undefined : 'alert'}
        >
          {errors[name] ?? hint}
        </p>
      </div>
    </div>
  );
  return (
    <Sheet
      open={open}
      title={t('studio.newResource')}
      onClose={onClose}
      act={{ label: t('studio.newResource'), busy: creating.isPending, form: formId }}
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {failure && failure.details.length === 0 && (
          <Alert type="error" showIcon role="alert" message={failure.message} />
        )}
        {textRow('title', t('studio.resourceTitle'), t('studio.resourceTitleHint'), TITLE_MAX)}
        {textRow('label', t('studio.resourceLabel'), t('studio.resourceLabelHint'), TITLE_MAX)}
        {textRow('help', t('studio.resourceHelp'), t('studio.resourceHelpHint'), 200)}
        {textRow('entity', t('studio.code'), t('studio.resourceCodeHint'), KEY_MAX)}
      </form>
    </Sheet>
  );
}
