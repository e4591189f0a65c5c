import { rowId, type Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { isWide } from '../../../schema/arrange.ts';
import { display } from '../../../schema/columns.ts';
import type { Columns } from '../../../schema/layout.ts';
import { readableValue } from '../../../schema/references.ts';
import { fieldsOf, isComposed, type EntitySchema, type FieldKind, type FieldSchema } from '../../../schema/types.ts';
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

/** The fields of a row that have a value: those of the list, then of the form; long texts last. */
export function shownFacts(schema: EntitySchema, row: Row): string[] {
  const shown = fieldsOf(schema).filter(
    ([name, field]) =>
      name !== schema['x-resource'].label &&
      !(IDS.has(field['x-kind']) && !field['x-tenant']) &&
      place(field) !== undefined &&
      row[name] !== undefined &&
      row[name] !== '',
  );
  shown.sort(([, a], [, b]) => Number(isText(a)) - Number(isText(b)) || (place(a) ?? 0) - (place(b) ?? 0));
  return shown.map(([name]) => name);
}

interface Props {
  entity: Pick<Entity, 'name' | 'schema'>;
  row: Row;
}

/** The fields of a row; empty ones are omitted. */
export function Facts({ entity, row }: Props) {
  return <FactList entity={entity} row={row} names={shownFacts(entity.schema, row)} />;
}

const GRIDS = { 1: styles.one, 2: styles.two, 3: styles.three } as const;

/** @param columns As many as fit where absent */
export function FactList({
  entity: { name, schema },
  row,
  names,
  columns,
}: Props & { names: readonly string[]; columns?: Columns | undefined }) {
  const id = rowId(schema, row);
  const valueIn = (of: FieldSchema, field: string) => {
    if (isComposed(of)) return <ComposedValue field={of} value={readableValue(row, field)} />;
    return isText(of) ? display(of, row[field]) : valueOf(of, readableValue(row, field), { entity: name, id, field });
  };
  return (
    <dl className={columns ? `${styles.facts} ${GRIDS[columns]}` : styles.facts}>
      {names.flatMap((field) => {
        const of = schema.properties[field];
        return of ? (
          <div key={field} className={isText(of) ? styles.text : isWide(of) ? styles.wide : undefined}>
            <dt>{of.title}</dt>
            <dd>{valueIn(of, field)}</dd>
          </div>
        ) : (
          []
        );
      })}
    </dl>
  );
}
