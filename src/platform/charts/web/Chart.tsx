import { Segmented } from 'antd';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../../http/web/load-chunk.ts';
import { provideTexts } from '../../i18n/web/texts.ts';
import { lazyPage } from '../../ui/web/lazy-page.ts';
import { useWidth } from '../../ui/web/use-width.ts';
import type { Figure } from '../figure.ts';
import { FigureTable, type RenderCell } from './FigureTable.tsx';
import { charts } from './texts.zh.ts';
import styles from './chart.module.css';

provideTexts({ charts });

const NotLoaded = () => <p className={styles.note}>{useTranslation().t('charts.failed')}</p>;

/** With ECharts, which only pages with a chart load. The table stays when it does not come. */
const Drawing = lazyPage(() =>
  loadChunk(() => import('./Drawing.tsx')).then(
    ({ Drawing }) => Drawing,
    () => NotLoaded,
  ),
);

interface Props {
  figure: Figure;
  /** Called with the key of the row whose bar or point was clicked; the table needs its own link or button. */
  onPick?: ((key: string) => void) | undefined;
  renderCell?: RenderCell | undefined;
}

/** A figure as a chart, and as a table for those who prefer to read one. */
export function Chart({ figure, onPick, renderCell }: Props) {
  const { t } = useTranslation();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [ref, width = 0] = useWidth<HTMLDivElement>();
  const titleId = useId();
  const empty = figure.table.rows.length === 0;
  return (
    <section className={styles.chart} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {figure.title}
        </h2>
        {!empty && (
          <Segmented
            className={styles.views}
            size="small"
            aria-label={t('charts.view', { title: figure.title })}
            value={view}
            onChange={setView}
            options={[
              { value: 'chart', label: t('charts.chart') },
              { value: 'table', label: t('charts.table') },
            ]}
          />
        )}
      </div>
      <div ref={ref}>
        {empty && <p className={styles.note}>{t('charts.nothing')}</p>}
        {!empty && view === 'table' && <FigureTable figure={figure} renderCell={renderCell} />}
        {!empty && view === 'chart' && (
          <div className={`${styles.frame} ${onPick ? styles.pickable : ''}`} style={{ minHeight: figure.height }}>
            <Suspense>{width > 0 && <Drawing figure={figure} width={width} onPick={onPick} />}</Suspense>
          </div>
        )}
      </div>
    </section>
  );
}
