import { rowId, type Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { display } from '../../../schema/columns.ts';
import { readableValue } from '../../../schema/references.ts';
import { fieldsOf, isComposed, type FieldKind, type FieldSchema } from '../../../schema/types.ts';
import { valueOf } from '../list/value-of.tsx';
import { ComposedValue } from './ComposedValue.tsx';
import styles from './show.module.css';

const place = (field: FieldSchema) =>
  field['x-list']?.order ?? (field['x-form'] ? 50 + field['x-form'].order : undefined);
/** Kinds of core fields that hold an id; another field holds its name. */
const IDS: ReadonlySet<unknown> = new Set<FieldKind>([
  'row',
  'slot',
  'class',
  'college',
  'major',
  'department',
  'before',
  'staff',
]);
const isText = (field: FieldSchema) => field['x-kind'] === 'text' || isComposed(field);

/** Fields to show: those of the list, then of the form; long texts last. */
function shownFields(fields: readonly [string, FieldSchema][], label: string) {
  const shown = fields.filter(
    ([name, field]) =>
      name !== label && !(IDS.has(field['x-kind']) && !field['x-tenant']) && place(field) !== undefined,
  );
  shown.sort(([, a], [, b]) => Number(isText(a)) - Number(isText(b)) || (place(a) ?? 0) - (place(b) ?? 0));
  return shown;
}

/** The fields of a row; empty ones are omitted. */
export function Facts({ entity: { name, schema }, row }: { entity: Pick<Entity, 'name' | 'schema'>; row: Row }) {
  const id = rowId(schema, row);
  return (
    <dl className={styles.facts}>
      {shownFields(fieldsOf(schema), schema['x-resource'].label)
        .filter(([field]) => row[field] !== undefined && row[field] !== '')
        .map(([field, of]) => (
          <div key={field} className={isText(of) ? styles.text : undefined}>
            <dt>{of.title}</dt>
            <dd>
              {isComposed(of) ? (
                <ComposedValue field={of} value={readableValue(row, field)} />
              ) : isText(of) ? (
                display(of, row[field])
              ) : (
                valueOf(of, readableValue(row, field), { entity: name, id, field })
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}
