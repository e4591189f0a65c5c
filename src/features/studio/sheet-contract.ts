import * as Type from 'typebox/type';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { UPLOAD_MAX } from '../../platform/imports/contract.ts';
import type { GuessedField } from '../../platform/schema/guess-column.ts';

const SheetColumn = Type.Object({
  header: Type.String(),
  field: Type.Unsafe<GuessedField>(
    Type.Unknown({ description: 'the field that the column might be, without its places' }),
  ),
  filled: Type.Integer({ description: 'filled cells' }),
  distinct: Type.Boolean({ description: 'whether no two cells are equal' }),
  examples: Type.Array(Type.String()),
});
export type SheetColumn = Type.Static<typeof SheetColumn>;

/** Reads the columns of a table, from which a resource can be made. Keeps and writes nothing. */
export const studioSheet = endpoint({
  name: 'studio.sheet',
  method: 'POST',
  path: '/v1/portal/schema_studio/sheet',
  summary: '一张表格（XLSX 或 CSV）的各列和它们可能的类型，什么也不保存',
  access: { auth: 'org', area: 'schema-studio', act: 'create' },
  upload: UPLOAD_MAX,
  response: Type.Object({ rows: Type.Integer(), columns: Type.Array(SheetColumn) }),
});
