import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { barFigure } from '../../../../src/platform/charts/bars.ts';
import { Chart } from '../../../../src/platform/charts/web/Chart.tsx';
import { Drawing } from '../../../../src/platform/charts/web/Drawing.tsx';
import { aPortal, show } from '../../../support/component.tsx';

const figureOf = (rows: { key: string; label: string; value: number | undefined }[]) =>
  barFigure({ title: '来源', head: ['项目', '预警'], suppressedText: '少于 5', rows });
const sources = figureOf([
  { key: '1', label: '智能测评', value: 7 },
  { key: '2', label: '人工上报', value: undefined },
]);

describe('a chart', () => {
  aPortal();

  it('shows its numbers as a table when the user asks for it', async () => {
    const { user } = show(
      <Chart figure={sources} renderCell={(key, column, text) => (column === 1 ? <b>{`${key}:${text}`}</b> : text)} />,
    );
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(await screen.findByText('表格'));
    const rows = within(screen.getByRole('table', { name: '来源' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['项目预警', '智能测评1:7', '人工上报2:少于 5']);
    await user.click(screen.getByText('图表'));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says that there is nothing in place of an empty drawing', async () => {
    show(<Chart figure={figureOf([])} />);
    expect(await screen.findByText('没有数据')).toBeVisible();
    expect(screen.queryByText('表格')).toBeNull();
  });

  it('is drawn as SVG with a description for screen readers', async () => {
    show(<Drawing figure={sources} width={480} onPick={vi.fn()} />);
    const drawing = await screen.findByRole('img', { name: '来源：智能测评 7；人工上报 少于 5' });
    expect(drawing.querySelector('svg')).not.toBeNull();
    expect(drawing.textContent).toContain('智能测评');
  });
});
