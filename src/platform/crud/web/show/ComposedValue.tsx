import { Suspense } from 'react';
import { display } from '../../../schema/columns.ts';
import { fieldOfInner } from '../../../schema/composed.ts';
import { isObject } from '../../../schema/json.ts';
import { isFiles, type FieldSchema } from '../../../schema/types.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import { cell } from '../list/cell.ts';
import { valueLooks } from '../list/value-looks.ts';
import styles from './show.module.css';

const FilesValue = lazyPage(async () => (await import('../../../media/web/FilesValue.tsx')).FilesValue);

/** A value with parts in the details of a row: lines of a group as a table, files, formatted text as its kind shows it. */
export function ComposedValue({ field, value }: { field: FieldSchema; value: unknown }) {
  const Look = valueLooks().get(field['x-kind'] ?? '');
  const text = display(field, value);
  if (Look !== undefined)
    return (
      <Suspense fallback={text}>
        <Look value={value} text={text} />
      </Suspense>
    );
  if (isFiles(field))
    return (
      <Suspense fallback={text}>
        <FilesValue title={field.title} value={value} />
      </Suspense>
    );
  const fields = field['x-fields'];
  if (!fields || !Array.isArray(value)) return text;
  return (
    <table className={styles.lines} aria-label={field.title}>
      <thead>
        <tr>
          {fields.map(({ name, title }) => (
            <th key={name} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {value.filter(isObject).map((line, i) => (
          <tr key={i}>
            {fields.map((inner) => (
              <td key={inner.name}>{cell(fieldOfInner(inner), line[inner.name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
