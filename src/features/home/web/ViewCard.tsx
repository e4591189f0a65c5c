import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { barFigure } from '../../../platform/charts/bars.ts';
import { Chart } from '../../../platform/charts/web/Chart.tsx';
import { cell } from '../../../platform/crud/web/list/cell.ts';
import { RowLink, useRowLinks } from '../../../platform/crud/web/list/row-links.tsx';
import type { ViewContent } from '../../../platform/home/contract.ts';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { Figures, NothingHere } from '../../../platform/home/web/Figures.tsx';
import { useListPage } from '../../../platform/pages/web/list-page.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import { display } from '../../../platform/schema/columns.ts';
import { readableValue } from '../../../platform/schema/references.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { usePortal } from '../../../platform/session/web/portal-context.ts';
import styles from './ViewCard.module.css';

interface Props {
  view: ViewContent;
  schema: EntitySchema;
  /** Path of the list; undefined where the role has no page of it. */
  page: string | undefined;
}

/** Label of a group's value as the list shows it. */
function labelOf(schema: EntitySchema, field: string, value: string | undefined, none: string): string {
  const of = schema.properties[field];
  if (value === undefined || of === undefined) return none;
  return display(of, of.type === 'boolean' ? value === 'true' : value);
}

function ChartOfView({ view: { field = '', groups = [], query }, schema, page }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const figure = useMemo(() => {
    const head = schema.properties[field]?.title ?? '';
    return barFigure({
      title: t('homeCards.view.by', { field: head }),
      head: [head, t('homeCards.view.rows')],
      suppressedText: '',
      rows: groups.map(({ value, n }) => ({
        key: value ?? '',
        label: labelOf(schema, field, value, t('homeCards.view.without')),
        value: n,
      })),
    });
  }, [field, groups, schema, t]);
  const addressOf = (value: string): string | undefined => {
    if (page === undefined || value === '') return undefined;
    const parameters = new URLSearchParams(query);
    parameters.set(field, value);
    return `${page}?${parameters.toString()}`;
  };
  return (
    <Chart
      figure={figure}
      onPick={(value) => {
        const to = addressOf(value);
        if (to !== undefined) void navigate(to);
      }}
      renderCell={(value, column, text) => {
        const to = column === 0 ? addressOf(value) : undefined;
        return to === undefined ? text : <Link to={to}>{text}</Link>;
      }}
    />
  );
}

function ListOfView({ view: { resource, columns = [], rows = [] }, schema }: Props) {
  const { t } = useTranslation();
  const targetOf = useRowLinks(resource);
  const { label } = schema['x-resource'];
  if (rows.length === 0) return <NothingHere>{t('homeCards.view.empty')}</NothingHere>;
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={rowId(schema, row)} className={styles.row}>
          <span className={styles.name}>
            <RowLink target={targetOf(label, row)} row={row}>
              {rowName(schema, row)}
            </RowLink>
          </span>
          {columns.map((name) => {
            const field = schema.properties[name];
            return (
              field && (
                <span key={name} className={styles.fact} title={field.title}>
                  {cell(field, readableValue(row, name))}
                </span>
              )
            );
          })}
        </li>
      ))}
    </ul>
  );
}

/** A card that the organisation declared: a view of a list as a number, its first rows, or a chart. */
export function ViewCard({ content: { view } }: HomeCardProps) {
  const { t } = useTranslation();
  const schema = usePortal().schemas.get(view?.resource ?? '');
  const page = useListPage()(view?.resource ?? '');
  if (view === undefined || schema === undefined) return null;
  const { n, query, shown_as: shape } = view;
  const to = page === undefined ? undefined : `${page}${query === '' ? '' : `?${query}`}`;
  if (shape === 'number')
    return (
      <Figures
        figures={[{ key: 'n', n, query }]}
        looks={[{ key: 'n', label: schema.title, ...(page !== undefined && { to: page }) }]}
      />
    );
  const Content = shape === 'chart' ? ChartOfView : ListOfView;
  return (
    <>
      <Content view={view} schema={schema} page={page} />
      {to !== undefined && <Link to={to}>{t('homeCards.view.all', { count: n })}</Link>}
    </>
  );
}
