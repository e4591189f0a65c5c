import { describe, expect, it } from 'vitest';
import { barFigure } from '../../../src/platform/charts/bars.ts';
import { distributionFigure } from '../../../src/platform/charts/distribution.ts';
import { describeFigure, drawnAt, type Figure } from '../../../src/platform/charts/figure.ts';
import { colorOf, paperLook, screenLook, stepTone } from '../../../src/platform/charts/look.ts';
import { profileFigure } from '../../../src/platform/charts/profile.ts';
import { drawFigure } from '../../../src/platform/charts/server/draw-figure.ts';
import { timeFigure } from '../../../src/platform/charts/time-line.ts';
import { pdfWriter } from '../../../src/platform/pdf/server/write-pdf.ts';
import { contrast } from '../../../src/platform/theme/contrast.ts';

const suppressedText = '少于 5';
const levels = barFigure({
  title: '核实结果与等级',
  head: ['项目', '预警'],
  suppressedText,
  rows: [
    { key: '1', label: '一级', value: 3, tone: 'level1' },
    { key: '2', label: '二级', value: undefined, tone: 'level2' },
  ],
});
const bands = distributionFigure({
  title: '各年级分布',
  rowHead: '年级',
  suppressedText,
  parts: ['正常', '轻度', '重度'].map((label, at) => ({ label, tone: stepTone(at, 3) })),
  rows: [{ key: '3-1', label: '初一', values: [40, 12, undefined] }],
});
const months = timeFigure({
  title: '各月',
  timeHead: '月份',
  suppressedText,
  points: ['9月', '10月'].map((label) => ({ key: label, label })),
  lines: [
    { label: '本学年', values: [3, undefined] },
    { label: '上一学年', values: [2, 6] },
  ],
});
const profile = profileFigure({
  title: '各维度',
  head: ['维度', '本次得分', '常模均值'],
  noNormText: '无',
  rows: [
    {
      key: 'total',
      label: '总分',
      score: 12,
      text: '12（中度）',
      norm: 6.2,
      bands: [
        { label: '正常', from: 0, to: 9, severity: 0 },
        { label: '中度', from: 10, to: 27, severity: 1 },
      ],
    },
    { key: 'x', label: '未计分', score: undefined, text: '未计分', bands: [] },
  ],
});

/** The texts of a drawing. */
const written = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

describe('a figure', () => {
  it.each<[string, Figure, string[][]]>([
    [
      'bars',
      levels,
      [
        ['一级', '3'],
        ['二级', suppressedText],
      ],
    ],
    ['a distribution', bands, [['初一', '40', '12', suppressedText]]],
    [
      'a time line',
      months,
      [
        ['9月', '3', '2'],
        ['10月', suppressedText, '6'],
      ],
    ],
    [
      'a profile',
      profile,
      [
        ['总分', '12（中度）', '6.2'],
        ['未计分', '未计分', '无'],
      ],
    ],
  ])('of %s has its numbers as a table, and describes them', (_, figure, cells) => {
    expect(figure.table.rows.map((row) => row.cells)).toEqual(cells);
    for (const text of cells.flat()) expect(describeFigure(figure)).toContain(text);
    for (const { cells: row } of figure.table.rows) expect(row).toHaveLength(figure.table.head.length);
  });

  it('is drawn for files with its numbers written, in the font that files embed', () => {
    expect(written(drawFigure(levels))).toEqual(expect.arrayContaining(['一级', '3', suppressedText]));
    expect(written(drawFigure(bands))).toEqual(expect.arrayContaining(['初一', '40', '12', '正常', '重度']));
    expect(written(drawFigure(months))).toEqual(expect.arrayContaining(['本学年', '上一学年', '10月']));
    expect(written(drawFigure(profile))).toEqual(expect.arrayContaining(['总分', '12（中度）', '中度']));
    expect(drawFigure(levels)).toContain('font-family:Noto Sans SC');
  });

  it('writes what it is given as text, never as markup', () => {
    const svg = drawFigure(
      barFigure({
        title: 'x',
        head: ['x', 'n'],
        suppressedText,
        rows: [{ key: 'x', label: '<image href="file:///etc/passwd"/>', value: 1 }],
      }),
    );
    expect(svg).not.toContain('<image');
  });

  it('becomes part of a PDF', async () => {
    const write = await pdfWriter();
    const sizeWith = (section: object) =>
      write({ title: '总分', about: '', foot: '', sections: [{ title: '总分', ...section }] }).length;
    expect(sizeWith({ chart: profile })).toBeGreaterThan(sizeWith({}) + 1000);
  });
});

describe('the colors of charts', () => {
  it('keep those of crisis levels, which patterns tell apart on paper', () => {
    const look = screenLook('light', '#7a1f5c', false);
    expect([colorOf(look, 'level1'), colorOf(look, 'level2'), colorOf(look, 'level3')]).toEqual([
      look.colors.error,
      look.colors.warning,
      look.colors.info,
    ]);
    const stacked = distributionFigure({
      title: '等级',
      rowHead: '年级',
      suppressedText,
      parts: [
        { label: '一级', tone: 'level1' },
        { label: '二级', tone: 'level2' },
      ],
      rows: [{ key: 'a', label: '初一', values: [6, 20] }],
    });
    expect(drawFigure(stacked)).toContain('<pattern');
    expect(drawFigure(bands)).not.toContain('<pattern');
  });

  it.each(['light', 'dark'] as const)('of ordered steps differ in lightness in the %s theme', (mode) => {
    const look = screenLook(mode, undefined, false);
    const steps = [0, 1, 2, 3, 4].map((at) => colorOf(look, stepTone(at, 5)));
    for (const [at, color] of steps.slice(1).entries()) expect(contrast(color, steps[at] ?? '')).toBeGreaterThan(1.2);
  });

  it('of paper are light and do not move', () => {
    expect(paperLook()).toMatchObject({ moves: false, patterns: true, surface: '#ffffff' });
    expect(screenLook('dark', undefined, true)).toMatchObject({ moves: false, patterns: false });
  });
});

describe('the legend of a drawing', () => {
  const look = screenLook('light', undefined, false);
  const topOf = (width: number) => {
    const { height, option } = drawnAt(bands, look, width);
    return [height - bands.height, option.grid && !Array.isArray(option.grid) ? option.grid.top : undefined];
  };

  it('moves the drawing down where its names need another line', () => {
    expect(topOf(600)).toEqual([0, 32]);
    expect(topOf(130)).toEqual([24, 56]);
    expect(topOf(40)).toEqual([48, 80]);
  });

  it('leaves a drawing without one as it is', () => {
    expect(drawnAt(levels, look, 40).height).toBe(levels.height);
  });
});
