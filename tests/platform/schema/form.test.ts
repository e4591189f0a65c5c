import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { arrange } from '../../../src/platform/schema/arrange.ts';
import { display, listColumns } from '../../../src/platform/schema/columns.ts';
import { filterFields } from '../../../src/platform/schema/filters.ts';
import { formChanges, formValues, inputSchema } from '../../../src/platform/schema/form.ts';
import { mask } from '../../../src/platform/schema/mask.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import { seenBy } from '../../../src/platform/schema/server/seen-by.ts';
import { cellOf, exportColumns, importColumns } from '../../../src/platform/schema/sheet.ts';
import type { EntitySchema, FieldSchema } from '../../../src/platform/schema/types.ts';
import { dayOf } from '../../../src/platform/schema/wall-clock.ts';
import { AREAS } from './folder.ts';

let core: EntitySchema;
let college: EntitySchema;
beforeAll(async () => {
  const schemas = await openSchemas({ areas: AREAS, folder: path.join(root, 'schemas') });
  const seen = (orgId: string, eduLevel: number) =>
    seenBy(schemas.entity(orgId, 'class'), {
      roleId: 4,
      eduLevel,
      reveals: () => false,
      asks: () => false,
      opens: () => false,
    }).schema;
  [core, college] = [seen('2001', 1), seen('2003', 3)];
});
const names = (list: readonly { field: string }[]) => list.map(({ field }) => field);

describe('from one schema follow', () => {
  it('the columns of the list, in their order, without hidden ones', () => {
    expect(names(listColumns(core))).toEqual([
      'class_name',
      'period',
      'grade',
      'class_no',
      'year_name',
      'student_count',
      'head_teachers',
      'remark',
      'updated_at',
    ]);
    expect(names(listColumns(college))).toEqual([
      'class_name',
      'period',
      'grade',
      'college_name',
      'major_name',
      'counsellor_name',
      'year_name',
      'campus',
      'student_count',
      'head_teachers',
      'remark',
      'updated_at',
    ]);
    expect(
      listColumns(core)
        .filter(({ sortable }) => !sortable)
        .map(({ field }) => field),
    ).toEqual(['student_count', 'head_teachers', 'remark']);
    expect(listColumns(college)[0]?.title).toBe('行政班名称');
  });

  it('the query bar, with choices', () => {
    expect(names(filterFields(core))).toEqual(['class_name', 'period', 'grade', 'year_id', 'class_no']);
    expect(names(filterFields(college))).toEqual([
      'class_name',
      'period',
      'grade',
      'college_id',
      'major_id',
      'year_id',
      'counsellor_name',
      'campus',
    ]);
    expect(filterFields(college).at(-1)?.options).toEqual([
      { value: 'east', label: '东校区' },
      { value: 'west', label: '西校区' },
    ]);
  });

  it('the forms, in order and groups, with the required fields of each occasion', () => {
    expect(Object.keys(inputSchema(core, 'create').properties)).toEqual([
      'period',
      'grade',
      'class_name',
      'class_no',
      'year_id',
      'remark',
    ]);
    expect(Object.keys(inputSchema(core, 'edit').properties)).toEqual([
      'period',
      'grade',
      'class_name',
      'class_no',
      'remark',
    ]);
    expect(arrange(core, Object.keys(inputSchema(core, 'create').properties))).toEqual([
      {
        key: '0',
        title: '',
        sections: [
          { title: '基本信息', fields: ['period', 'grade', 'class_name', 'class_no', 'year_id'] },
          { title: '其他', fields: ['remark'] },
        ],
      },
    ]);
    expect(inputSchema(core, 'create').required).toEqual(['period', 'grade', 'class_name']);
  });

  it('the initial values of a form and the body of an edit', () => {
    const row = { class_id: 'c', class_name: '一班', period: 3, grade: 7, remark: '旧', student_count: 40 };
    const before = formValues(core, 'edit', row);
    expect(before).toEqual({ class_name: '一班', period: 3, grade: 7, remark: '旧' });
    expect(formChanges(core, before, { class_name: '二班', period: 3, grade: 7 })).toEqual({
      class_name: '二班',
      remark: null,
    });
    expect(formChanges(core, before, before)).toEqual({});
  });

  it('the spreadsheet, codes in words', () => {
    expect(exportColumns(core).map(({ header }) => header)).toEqual([
      '班级名称',
      '学段',
      '年级',
      '班号',
      '学年',
      '在读人数',
      '班主任',
      '备注',
    ]);
    expect(exportColumns(college).map(({ header }) => header)).toEqual([
      '行政班名称',
      '学段',
      '年级',
      '院系',
      '专业',
      '辅导员',
      '学年',
      '校区',
      '在读人数',
      '班主任',
      '备注',
    ]);
    expect(importColumns(core).map(({ field }) => field)).not.toContain('student_count');
    const cells = (field: string, value: unknown) => {
      const column = exportColumns(core).find((one) => one.field === field);
      return column ? cellOf(column, value) : undefined;
    };
    expect(cells('grade', 7)).toBe('初一');
    expect(cells('class_no', 3)).toBe(3);
    expect(cells('remark', undefined)).toBeNull();
    expect(cells('remark', '=1+1')).toBe('=1+1');
  });
});

it('shows days and instants in the time zone of the schools', () => {
  expect(dayOf(Date.parse('2026-08-31T16:30:00Z'))).toBe('2026-09-01');
  const at: FieldSchema = { type: 'string', title: '时间', format: 'date-time' };
  expect(cellOf({ field: 'at', header: '时间', cell: 'text', schema: at }, '2026-08-31T16:30:00.000Z')).toBe(
    '2026-09-01 00:30',
  );
});

it('shows the label of a value, and an unknown code unchanged', () => {
  const sex: FieldSchema = { type: 'integer', title: '性别', enum: [1, 2], 'x-labels': { 1: '男', 2: '女' } };
  expect([1, 9, null].map((value) => display(sex, value))).toEqual(['男', '9', '']);
  expect(display({ type: 'boolean' }, true)).toBe('是');
});

it.each([
  ['phone', '13812345678', '138****5678'],
  ['phone', '0571-88', '05***88'],
  ['phone', '12', '**'],
  ['name', '张三', '张*'],
  ['name', '欧阳小明', '欧**明'],
  ['name', '李', '*'],
  ['name', '𠮷田一', '𠮷*一'],
  ['id-card', '330102201201011234', '******************'],
  ['id-card', '330102120101123', '******************'],
  ['address', '浙江省青禾市西湖路一号', '浙江省青禾****'],
  ['text', '最近睡不好', '最****'],
  ['text', '', ''],
] as const)('masks %s %s as %s', (kind, value, shown) => {
  expect(mask(kind, value)).toBe(shown);
});
