import { curveFigure } from '../../src/features/archive/rules/curve-figure.ts';
import { pdfWriter, type PrintedDocument, type PrintedSection } from '../../src/platform/pdf/server/write-pdf.ts';
import { serveParent } from './children.ts';

/** Printed documents: how long all took, and the highest resident memory of the process. */
export interface Printed {
  ms: number;
  peakMiB: number;
  bytes: number;
}

const SCALES = ['抑郁', '焦虑'] as const;
const EVENTS = 20;

function curve(title: string, seed: number): PrintedSection {
  const points = Array.from({ length: 6 }, (_, i) => ({
    point_id: `${i}`,
    at: `202${i}-11-20T02:00:00Z`,
    label: `第 ${i + 1} 次筛查`,
    value: (seed * 7 + i * 5) % 27,
    path: '',
  }));
  const words = { title: `${title}：历次总分`, timeHead: '测评', score: '总分' };
  const figure = curveFigure({ curve_id: title, title, points, left_out: 0 }, words, (at) => at.slice(0, 10));
  return {
    title: words.title,
    chart: figure,
    table: { head: figure.table.head, rows: figure.table.rows.map(({ cells }) => cells) },
  };
}

/** A document of two pages with two charts, as archives have them. */
const document = (n: number): PrintedDocument => ({
  title: `学生 ${n} 的档案`,
  about: '压测学校',
  foot: '某人导出，仅供校内工作使用',
  sections: [
    { title: '基本信息', rows: ['学号', '班级', '性别', '出生日期', '手机号'].map((name) => [name, `${name} ${n}`]) },
    ...SCALES.map((title) => curve(title, n)),
    {
      title: '经过',
      rows: Array.from({ length: EVENTS }, (_, i) => [`2026-0${(i % 9) + 1}-15`, `第 ${i + 1} 条记录，学生 ${n}`]),
    },
  ],
});

/** Prints so many documents, the start of the writer included. */
async function print(count: number): Promise<Printed> {
  const from = performance.now();
  const write = await pdfWriter();
  let bytes = 0;
  for (let n = 0; n < count; n++) bytes += write(document(n)).length;
  return { ms: performance.now() - from, peakMiB: process.resourceUsage().maxRSS / 1024, bytes };
}

/** A process that prints and does nothing else. */
export const printServer = (): void => serveParent(print);
