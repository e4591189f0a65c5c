import { useTranslation } from 'react-i18next';
import type { Row } from '../../../resources/contract/resource.ts';
import { display } from '../../../schema/columns.ts';
import { isClosed } from '../../../schema/field-rights.ts';
import { readableValue } from '../../../schema/references.ts';
import { fieldsIn, type EntitySchema } from '../../../schema/types.ts';
import styles from './form.module.css';

/** The fields of a form that the role sees and does not fill in, with their values. */
export function ClosedFields({ schema, row }: { schema: EntitySchema; row: Row }) {
  const { t } = useTranslation();
  const fields = fieldsIn(schema, 'x-form').filter(({ name, field }) => isClosed(field) && row[name] !== undefined);
  if (fields.length === 0) return null;
  return (
    <section className={styles.closed} aria-label={t('crud.closedFields')}>
      <p className={styles.legend}>{t('crud.closedFields')}</p>
      <dl>
        {fields.map(({ name, field }) => (
          <div key={name}>
            <dt>{field.title}</dt>
            <dd>{display(field, readableValue(row, name))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
