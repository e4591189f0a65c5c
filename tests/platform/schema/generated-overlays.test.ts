import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { countOf, pageOf, type RowsOf } from '../../../src/platform/resources/server/queries/rows/read.ts';
import { tenantRows } from '../../../src/platform/resources/server/queries/tenant-rows.ts';
import { apply, flatten, toColumns, toWire } from '../../../src/platform/resources/server/rows.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { derive } from '../../../src/platform/schema/expressions/derive.ts';
import { parseListQuery } from '../../../src/platform/schema/query.ts';
import { inputAjv } from '../../../src/platform/schema/server/ajv.ts';
import { readCore } from '../../../src/platform/schema/server/core.ts';
import { makeEntity, versionOf, type Entity } from '../../../src/platform/schema/server/entity.ts';
import { readSchemaFiles } from '../../../src/platform/schema/server/files.ts';
import { validateFile, type ValidationInput } from '../../../src/platform/schema/server/tenant.ts';
import { readCell } from '../../../src/platform/schema/sheet-cell.ts';
import { cellOf, exportColumns, importColumns } from '../../../src/platform/schema/sheet.ts';
import { fieldsIn, type EntitySchema } from '../../../src/platform/schema/types.ts';
import { expectUnseen } from './unseen.ts';

/** `OVERLAYS=10000 npx vitest run --project unit generated-overlays` looks longer than `npm test`. */
const RUNS = Number(process.env['OVERLAYS'] ?? 200);
const MOMENT = { today: '2026-11-17', now: '2026-11-17T06:00:00.000Z', me: 'u1' };

/** A kind of field: its declaration, values that it accepts, how it is filtered, and a value of that filter. */
interface Sort {
  of: Record<string, unknown>;
  values: fc.Arbitrary<unknown>;
  match?: string;
  /** Part of an address that filters by the field. */
  asked?: readonly [suffix: string, value: string];
  numeric?: boolean;
  /** A sheet cannot hold the value. */
  isOutside?: boolean;
}
const OPTIONS = { enum: ['a', 'b', 'c'], 'x-labels': { a: '甲', b: '乙', c: '丙' } };
const instant = fc.integer({ min: 0, max: 500_000 }).map((minute) => Date.UTC(2026, 0, 1) + minute * 60_000);
const time = fc.integer({ min: 0, max: 1438 });
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const SORTS: Readonly<Record<string, Sort>> = {
  text: {
    of: { type: 'string', maxLength: 50 },
    values: fc.constantFrom('一', '两个字', 'abc'),
    match: 'contains',
    asked: ['', '字'],
  },
  integer: {
    of: { type: 'integer', 'x-unit': '分钟' },
    values: fc.integer({ min: -999, max: 999 }),
    match: 'range',
    asked: ['_from', '3'],
    numeric: true,
  },
  number: {
    of: { type: 'number', 'x-decimals': 2, 'x-unit': '元' },
    values: fc.integer({ min: -9999, max: 9999 }).map((cents) => cents / 100),
    match: 'range',
    asked: ['_to', '3.5'],
    numeric: true,
  },
  rating: {
    of: { type: 'integer', 'x-kind': 'rating', minimum: 1, maximum: 5 },
    values: fc.integer({ min: 1, max: 5 }),
    match: 'range',
    asked: ['_from', '2'],
    numeric: true,
  },
  yesNo: { of: { type: 'boolean' }, values: fc.boolean(), match: 'equals', asked: ['', 'true'] },
  options: {
    of: { type: 'string', ...OPTIONS },
    values: fc.constantFrom('a', 'b', 'c'),
    match: 'in',
    asked: ['', 'a,c'],
  },
  choices: {
    of: { type: 'array', 'x-kind': 'choices', ...OPTIONS },
    values: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
    match: 'in',
    asked: ['', 'a,c'],
  },
  date: {
    of: { type: 'string', format: 'date' },
    values: instant.map((at) => new Date(at).toISOString().slice(0, 10)),
    match: 'range',
    asked: ['_from', '2026-03-01'],
  },
  time: { of: { type: 'string', format: 'time' }, values: time.map(clock), match: 'range', asked: ['_to', '12:00'] },
  timeRange: {
    of: { type: 'string', 'x-kind': 'time-range' },
    values: time.chain((from) => fc.integer({ min: from + 1, max: 1439 }).map((to) => `${clock(from)}/${clock(to)}`)),
    match: 'range',
    asked: ['_from', '12:00'],
  },
  dateTimeRange: {
    of: { type: 'string', 'x-kind': 'date-time-range' },
    values: fc
      .tuple(instant, fc.integer({ min: 1, max: 5000 }))
      .map(([at, long]) => [at, at + long * 60_000].map((one) => new Date(one).toISOString()).join('/')),
    match: 'range',
    asked: ['_to', '2026-03-01'],
  },
  mobile: {
    of: { type: 'string', 'x-kind': 'mobile' },
    values: fc.constant('13800138000'),
    match: 'contains',
    asked: ['', '138'],
  },
  picture: {
    of: { type: 'array', 'x-kind': 'picture', maxItems: 3, 'x-max-mb': 2 },
    values: fc.subarray(['file1', 'file2', 'file3'], { minLength: 1 }),
    isOutside: true,
  },
  file: {
    of: { type: 'array', 'x-kind': 'file', maxItems: 9, 'x-formats': ['pdf', 'mp3'] },
    values: fc.subarray(['file4', 'file5', 'file6'], { minLength: 1 }),
    isOutside: true,
  },
  identity: {
    of: { type: 'string', 'x-kind': 'identity-number' },
    values: fc.constant('11010519491231002X'),
    match: 'equals',
    asked: ['', '11010519491231002X'],
  },
  address: {
    of: { type: 'string', 'x-kind': 'address', maxLength: 100 },
    values: fc.constantFrom('青禾市城东区文昌路 1 号', '远山县'),
    match: 'contains',
    asked: ['', '城东'],
  },
};

/** A field that not everybody sees. */
const FEW = { 'x-seen-by': [4, 8], 'x-written-by': [8] };
const OTHER_ROLE = 5;

interface Made {
  name: string;
  sort: Sort;
  sorter: boolean;
  filter: boolean;
  /** Shown only under a condition that looks at another field, or required under it. */
  rule: 'x-show' | 'x-require' | undefined;
  about: number;
  /** Only some roles see it. */
  few: boolean;
}
const field = fc.record({
  sort: fc.constantFrom(...Object.values(SORTS)),
  sorter: fc.boolean(),
  filter: fc.boolean(),
  rule: fc.option(fc.constantFrom('x-show', 'x-require'), { nil: undefined, freq: 3 }),
  about: fc.nat(20),
  few: fc.boolean(),
});
const overlay = fc.record({
  fields: fc
    .array(field, { minLength: 1, maxLength: 12 })
    .map((all) => all.map((one, i): Made => ({ ...(one as Omit<Made, 'name'>), name: `f_${i}` }))),
  computed: fc.boolean(),
  unique: fc.boolean(),
  layout: fc.boolean(),
  states: fc.boolean(),
  /** Something that must be refused: the fuzz has to find the findings as well. */
  broken: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('kind', 'operator', 'variable', 'unit', 'group', 'files', 'layout', 'circle'),
    },
  ),
});

const GROUPS = ['甲组', '乙组'];
/** Tabs of the groups of the name and of the first field; broken, one group is in both tabs. */
const layoutOf = (isBroken: boolean) => ({
  tabs: [
    { title: '前', groups: ['其他'] },
    { title: '后', groups: [isBroken ? '其他' : '甲组'] },
  ],
  columns: { 其他: 2 },
});

const STATE = { type: 'string', title: '状态', enum: ['asked', 'done'], 'x-labels': { asked: '待办', done: '已办' } };
/** States that a timer changes; in a circle, another automation changes them back. */
const statesOf = (isCircle: boolean) => ({
  states: {
    field: 'stage',
    initial: 'asked',
    transitions: [
      { key: 'finish', label: '办结', from: ['asked'], to: 'done' },
      { key: 'back', label: '退回', from: ['done'], to: 'asked' },
    ],
  },
  automations: [
    { key: 'timer', title: '超期', when: { on: 'stay', state: 'asked', days: 3, at: '08:00' }, move: 'finish' },
    ...(isCircle ? [{ key: 'again', title: '重来', when: { on: 'state', state: 'done' }, move: 'back' }] : []),
  ],
});

function documentOf({
  fields,
  computed,
  unique,
  layout,
  states,
  broken,
}: {
  fields: Made[];
  computed: boolean;
  unique: boolean;
  layout: boolean;
  states: boolean;
  broken?: string | undefined;
}) {
  const properties: Record<string, Record<string, unknown>> = {
    name: {
      type: 'string',
      title: '名称',
      maxLength: 20,
      'x-form': { on: ['create', 'edit'], order: 0 },
      'x-sheet': { import: true },
    },
  };
  for (const [i, { name, sort, sorter, filter, rule, about, few }] of fields.entries()) {
    const other = fields[about % fields.length];
    const mayUse = other !== undefined && other.name !== name && (few || !other.few);
    properties[name] = {
      ...sort.of,
      title: `字段${i}`,
      'x-list': { order: i, ...(sort.of['type'] !== 'array' && { sorter }) },
      'x-form': { on: ['create', 'edit'], order: i + 1, group: GROUPS[i % 2], ...(sorter && { wide: true }) },
      'x-sheet': { ...(!sort.isOutside && { import: true }), export: true },
      ...(filter && sort.match !== undefined && { 'x-filter': { match: sort.match, order: i } }),
      ...(rule && mayUse && { [rule]: { '!!': { var: other.name } } }),
      ...(few && FEW),
    };
  }
  const number = fields.find(({ sort }) => sort.numeric);
  if (computed && number)
    properties['sum'] = {
      type: 'number',
      title: '合计',
      readOnly: true,
      'x-computed': { '+': [{ var: number.name }, 1] },
      'x-list': { order: 99, sorter: true },
      'x-sheet': { export: true },
      ...(number.few && { 'x-seen-by': FEW['x-seen-by'] }),
    };
  const hasStates = states || broken === 'circle';
  if (hasStates)
    properties['stage'] = { ...STATE, readOnly: true, 'x-list': { order: 98 }, 'x-sheet': { export: true } };
  const first = properties['f_0'] ?? {};
  if (broken === 'kind') first['x-kind'] = 'colour';
  if (broken === 'operator') first['x-require'] = { eval: [{ var: 'name' }] };
  if (broken === 'variable') first['x-require'] = { '!!': { var: '__proto__' } };
  if (broken === 'unit') first['x-unit'] = '太 长 的 单 位 名';
  if (broken === 'files') properties['many'] = { ...first, type: 'array', 'x-kind': 'picture', maxItems: 99 };
  return {
    title: '生成的',
    properties,
    'x-resource': {
      label: 'name',
      help: '',
      ...(unique && { unique: [['name', ...(broken === 'group' ? ['nothing'] : [])]] }),
      ...(hasStates && statesOf(broken === 'circle')),
      ...((layout || broken === 'layout') && { layout: layoutOf(broken === 'layout') }),
      ...(broken === 'group' && { no_overlap: { range: 'name', within: [] } }),
    },
  };
}

describe("a tenant's resource, generated from the vocabulary", () => {
  let input: ValidationInput;
  beforeAll(() => {
    input = { core: readCore(readSchemaFiles(path.join(root, 'schemas'))), areas: new Set(['own-resource']) };
  });
  const entityOf = (schema: EntitySchema): Entity =>
    makeEntity(schema, versionOf(JSON.stringify(schema)), inputAjv(input.core.vocabulary.keywords));
  const rowsOf = ({ schema, version }: Entity): RowsOf => ({
    schema,
    version,
    table: tenantRows(schema),
    scope: { kind: 'all' },
    orgId: '1',
    userId: 'u1',
    roleGroup: '',
    today: MOMENT.today,
    now: MOMENT.now,
    opens: [],
  });

  it(
    `is served, listed, filtered, exported, imported and taken back (${RUNS} of them)`,
    { timeout: RUNS * 500 },
    () => {
      let accepted = 0;
      fc.assert(
        fc.property(overlay, fc.infiniteStream(fc.nat(1_000_000)), (made, seeds) => {
          const verdict = validateFile(input, 'generated', documentOf(made), []);
          if (!verdict.ok) {
            for (const { pointer, reason, fix } of verdict.findings)
              expect([pointer, reason, fix].every((part) => typeof part === 'string' && reason !== '')).toBe(true);
            // Only what was broken on purpose is refused.
            expect(made.broken, JSON.stringify(verdict.findings)).toBeDefined();
            return;
          }
          expect(made.broken).toBeUndefined();
          accepted += 1;
          const entity = entityOf(verdict.schema);
          const body: Record<string, unknown> = { name: '一行' };
          for (const { name, sort } of made.fields)
            body[name] = fc.sample(sort.values, { seed: seeds.next().value, numRuns: 1 })[0];
          expect(entity.check('create', body)).toEqual([]);

          const row = apply(entity.schema, 'create', {}, body);
          derive(entity.schema, row, { isNew: true, moment: MOMENT });
          const stored = { generated_id: 'r1', ...toColumns(entity.schema, row, { generated_id: true }) };
          const wire = toWire(entity.schema, () => true)(stored);
          expect(JSON.parse(entity.stringifyRow(wire))).toEqual(wire);

          expectUnseen(entity, stored, OTHER_ROLE);
          for (const { name, field: of } of fieldsIn(entity.schema, 'x-filter')) {
            const [suffix, value] = made.fields.find((one) => one.name === name)?.sort.asked ?? ['', ''];
            const { details, ...query } = parseListQuery(entity.schema, { [`${name}${suffix}`]: value });
            expect([name, of.title, details]).toEqual([name, of.title, []]);
            expect(pageOf(rowsOf(entity), query).sql).toContain(`ext`);
            expect(countOf(rowsOf(entity), query).sql).toContain('count(*)');
          }
          // What is exported is imported again as the same value.
          for (const column of exportColumns(entity.schema)) {
            const value = wire[column.field];
            const cell = cellOf(column, value);
            if (value === undefined || !importColumns(entity.schema).some(({ field: name }) => name === column.field))
              continue;
            expect([column.field, readCell(column.schema, cell, () => true)]).toEqual([
              column.field,
              { kind: 'value', value },
            ]);
          }
          // Taken back: nothing is shown any more, and every value is kept and comes back with the fields.
          const without = validateFile(
            input,
            'generated',
            { ...documentOf({ ...made, fields: [], computed: false, layout: false, broken: undefined }) },
            [],
          );
          if (!without.ok) throw new Error(JSON.stringify(without.findings));
          const base = without.schema;
          expect(Object.keys(toWire(base, () => true)(stored)).filter((name) => name.startsWith('f_'))).toEqual([]);
          const kept = toColumns(base, flatten(stored), { generated_id: true });
          expect(toWire(entity.schema, () => true)({ generated_id: 'r1', ...kept })).toEqual(wire);
        }),
        { numRuns: RUNS },
      );
      expect(accepted).toBeGreaterThan(RUNS / 2);
    },
  );
});
