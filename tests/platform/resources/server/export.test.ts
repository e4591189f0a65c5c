import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, it } from 'vitest';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { cellsOf, textsOf, unzip } from './cells.ts';
import { CLASSES, query, rowsOf, useClient } from './support.ts';

const EXPORT = `${CLASSES}/export`;
const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  "=cmd|'/C calc'!A0",
  '"quoted"',
  '<b>&amp;',
  "'single",
];

describeApi('an export of classes', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  beforeAll(async () => {
    const items = FORMULAS.map((class_name, i) => ({
      period: 4,
      grade: 12,
      class_name,
      class_no: i + 20,
      remark: '\t=2+2\n=3+3',
    }));
    const answer = await admin().post(`${CLASSES}/actions/batch_create`, { items });
    if (answer.status !== 201) throw new Error(answer.text);
  });

  it('is named after the resource and the day in the time zone of the school', async () => {
    const { headers, status } = await admin().get(EXPORT);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(
      decodeURIComponent(
        /^attachment; filename\*=UTF-8''(.+)$/.exec(String(headers['content-disposition']))?.[1] ?? '',
      ),
    ).toBe('班级_2026-11-20.xlsx');
  });

  it('has Chinese headers, labels of codes, and numbers as numbers', async () => {
    const [header, row, ...others] = cellsOf((await admin().get(query(EXPORT, { grade: 7 }))).body);
    expect(header?.map(({ value }) => value)).toEqual([
      '班级名称',
      '学段',
      '年级',
      '班号',
      '学年',
      '在读人数',
      '班主任',
      '备注',
    ]);
    expect(row?.slice(0, 5).map(({ value }) => value)).toEqual(['初一（1）班', '初中', '初一', '1', '2026—2027学年']);
    expect(row?.slice(0, 6).map(({ type }) => type === undefined)).toEqual([false, false, false, true, false, true]);
    expect(others).toHaveLength(5);
  });

  it('writes every text as text, whatever its first character: no cell is a formula', async () => {
    const { body } = await admin().get(query(EXPORT, { class_no_from: 20, sort: 'class_no' }));
    const rows = cellsOf(body).slice(1);
    expect(rows.map(([name]) => name?.value)).toEqual(FORMULAS);
    for (const row of rows) {
      expect(row[0]).toMatchObject({ formula: false, format: '@' });
      expect(['inlineStr', 's']).toContain(row[0]?.type);
      expect(row[7]).toMatchObject({ value: '\t=2+2\n=3+3', formula: false, format: '@' });
    }
    for (const [file, xml] of unzip(body)) expect(xml, file).not.toMatch(/<f[ >/]|DDE|externalLink/);
    // A second reader of such files agrees.
    const sheet = (await readXlsx(body)).sheets[0];
    expect(sheet?.rows.slice(1).map(([name]) => name)).toEqual(FORMULAS);
  });

  it('follows filters and sort, includes all pages, and only selected rows when some are selected', async () => {
    expect(textsOf((await admin().get(EXPORT)).body)).toHaveLength(1 + 36 + FORMULAS.length);
    expect(
      textsOf((await admin().get(query(EXPORT, { period: 3, class_no_to: 1, sort: '-grade' }))).body)
        .slice(1)
        .map(([name]) => name),
    ).toEqual(['初三（1）班', '初二（1）班', '初一（1）班']);
    expect(
      textsOf((await admin().get(query(EXPORT, { ids: 'c2001-2025-7-01,c2001-2026-7-02,nobody' }))).body)
        .slice(1)
        .map(([name]) => name),
    ).toEqual(['初一（1）班', '初一（2）班']);
    expect(textsOf((await admin().get(query(EXPORT, { class_name: '没有这个班' }))).body)).toHaveLength(1);
    expect((await admin().get(query(EXPORT, { nope: 1 }))).fields).toEqual(['/nope']);
    expect((await admin().get(query(EXPORT, { ids: "'; --" }))).fields).toEqual(['/ids']);
  });

  it('is logged', async () => {
    await admin().get(query(EXPORT, { grade: 8 }));
    expect(
      await rowsOf(
        server(),
        "select row_label, after from audit_logs where org_id = '2001' and act = 'export' and after::text like '%[8]%'",
      ),
    ).toEqual([
      { row_label: '班级 6 行', after: { total: 6, filters: [{ field: 'grade', match: 'in', values: [8] }] } },
    ]);
  });
});
