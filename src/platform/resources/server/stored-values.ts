import type { RowTable } from '../../access/server/queries/row-table.ts';
import { NO_TENANT, type Database } from '../../db/server/database.ts';
import type { EntitySchema, FieldType } from '../../schema/types.ts';
import { storedKinds, tablesWithExt } from './queries/rows/ext.ts';

const KINDS: Readonly<Record<string, string>> = { string: '文字', number: '数字', boolean: '是或否' };
const kindOf = (type: FieldType): string => (type === 'integer' ? 'number' : type);

/** The tables that keep a tenant's own fields. */
export async function tablesOfOwnFields(db: Pick<Database, 'read'>): Promise<ReadonlySet<string>> {
  const [tables] = await db.read(NO_TENANT, [tablesWithExt()]);
  return new Set(tables.map(({ name }) => name));
}

/**
 * Values of a tenant's own fields that are kept but not shown: of another type than the field has by now, or without a
 * field. One line for each.
 */
export async function hiddenValues(
  db: Pick<Database, 'read'>,
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
): Promise<string[]> {
  const [stored] = await db.read({ orgId, userId: null }, [storedKinds(orgId, schema, table)]);
  return stored.flatMap(({ name, kind, rows }) => {
    const field = schema.properties[name];
    const at = `单位 ${orgId} 的${schema.title}（${schema.$id}）`;
    if (!field?.['x-tenant']) return [`${at}：没有字段 ${name}，已存的 ${rows} 个值保留着，不再显示`];
    if (kindOf(field.type) === kind) return [];
    return [
      `${at}：字段 ${name}（${field.title}）已存的 ${rows} 个值是${KINDS[kind] ?? kind}，字段的类型是 ${field.type}，这些值不会显示；要转换它们，请恢复原来的类型，再在“字段设置”页面修改类型`,
    ];
  });
}
