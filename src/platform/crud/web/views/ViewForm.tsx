import { Button, Checkbox, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../ui/web/failure.ts';
import { Field, fieldProps } from '../../../ui/web/field/Field.tsx';
import type { View } from '../../contract/views.ts';
import { useOnce } from '../use-once.ts';
import styles from './views.module.css';

type ViewDetails = Pick<View, 'name' | 'shared'>;
interface Props {
  /** The edited view; absent for a new one. */
  view: View | undefined;
  /** @throws ApiError */
  onSave: (details: ViewDetails) => Promise<void>;
  onCancel: () => void;
}

/** Form for the name of a view and whether it is shared. */
export function ViewForm({ view, onSave, onCancel }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const save = useOnce(async () => {
    setBusy(true);
    try {
      await onSave({ name: name.trim(), shared });
    } catch (failure) {
      const { message, details } = failureOf(failure);
      setError(details[0]?.message ?? message);
    } finally {
      setBusy(false);
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setError(t('crud.views.nameRequired'));
    setError(undefined);
    save();
  };
  const title = t(view ? 'crud.views.edit' : 'crud.views.save');
  return (
    <form className={styles.panel} onSubmit={submit} noValidate aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <Field id="view-name" label={t('crud.views.name')} error={error}>
        <Input
          {...fieldProps('view-name', error)}
          autoFocus
          autoComplete="off"
          maxLength={20}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
        {t('crud.views.share')}
      </Checkbox>
      {!view && <p className={styles.hint}>{t('crud.views.personal')}</p>}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('crud.save')}
        </Button>
      </div>
    </form>
  );
}
