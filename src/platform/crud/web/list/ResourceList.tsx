import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowExtra } from '../../../feature/web/row-extra.ts';
import { rowId, rowName, type Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { unitOf } from '../../../schema/types.ts';
import { isPaged } from '../../../schema/views.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';
import { useMobile } from '../../../ui/web/use-mobile.ts';
import { useStable } from '../../../ui/web/use-stable.ts';
import type { Act } from '../acts/act.ts';
import { RowActs, splitActs } from '../acts/RowActs.tsx';
import { useActs } from '../acts/use-acts.tsx';
import type { Deletion } from '../deletion.ts';
import { entityName } from '../entity-name.ts';
import type { Extra } from '../extra.ts';
import { useShownAs } from '../shown-as/use-shown-as.ts';
import { ViewSwitch } from '../shown-as/ViewSwitch.tsx';
import { SHOW } from '../states/show-key.ts';
import { useDialog } from '../use-dialog.ts';
import { SavedViews } from '../views/SavedViews.tsx';
import { filterValues, filterParams, type FilterValues } from './address.ts';
import { DesktopList } from './DesktopList.tsx';
import { ListDialogs, type Acting } from './ListDialogs.tsx';
import { FailedState, NoData, NoMatch } from './states.tsx';
import { useListAddress } from './use-list-address.ts';
import { useRows } from './use-rows.ts';
import { useSavedView } from './use-saved-view.ts';
import { useSelection } from './use-selection.ts';
import { arrange, useView } from './use-view.ts';

const ViewContent = lazyPage(() => import('../shown-as/ViewContent.tsx').then((m) => m.ViewContent));
const PhoneList = lazyPage(() => import('./PhoneList.tsx').then((m) => m.PhoneList));

interface Props {
  entity: Entity;
  extras?: readonly Extra[];
  rowExtras?: readonly RowExtra[];
  onCreated?: ((row: Row) => void) | undefined;
  fixed?: Readonly<Record<string, string>> | undefined;
  deletion?: Deletion | undefined;
}

/** Width of the buttons of a row, in pixels. */
function widthOf(acts: readonly Act[], more: string): number {
  const split = splitActs(acts);
  const labels = [...split.shown.map(({ label }) => label), ...(split.more.length > 0 ? [more] : [])];
  return labels.reduce((width, label) => width + label.length * LETTER + BUTTON_PADDING, CELL_PADDING);
}
/** In pixels: a Chinese character, the padding of a button, and that of a cell. */
const LETTER = 14;
const BUTTON_PADDING = 16;
const CELL_PADDING = 24;

const NONE: readonly never[] = [];
const NOTHING: Readonly<Record<string, string>> = {};

/** The list of a resource with all its acts, from its schema. */
export function ResourceList({ entity, extras = NONE, rowExtras = NONE, onCreated, fixed = NOTHING, deletion }: Props) {
  const { t } = useTranslation();
  const { schema } = entity;
  const { title } = schema;

  const address = useListAddress(schema, fixed);
  const { filters, state, go } = address;
  const { views, view } = useShownAs(schema);
  const { rows, total, busy, error, reload } = useRows(entity, address, fixed);
  const setting = useView(entity.name);
  const awaitsView = useSavedView(entity.name, address, setting);
  const dialog = useDialog();
  const [toDelete, setToDelete] = useState<readonly Row[]>();
  const [acting, setActing] = useState<Acting>();
  const act = useCallback((key: string, chosen: readonly Row[]) => setActing({ key, rows: chosen }), []);

  const queryKey = JSON.stringify(state.filters);
  const selection = useSelection(schema, queryKey);
  // Stable while other parts of the URL change, so that an unsent query is not lost.
  const values = useMemo(
    () => filterValues(filters, JSON.parse(queryKey) as Record<string, string>),
    [filters, queryKey],
  );
  const columns = useMemo(
    () => arrange(address.columns, setting.view).filter((column) => !setting.view.hidden.includes(column.field)),
    [address.columns, setting.view],
  );

  const { may, offered, pageActs, rowActs, batchActs } = useActs({
    entity,
    extras,
    rowExtras,
    state,
    selection,
    open: dialog.open,
    remove: setToDelete,
    isDeletable: deletion?.offered,
    act,
  });
  const acts = useMemo(
    () => rowActs && ((row: Row) => <RowActs acts={rowActs(row)} of={rowName(schema, row)} />),
    [rowActs, schema],
  );

  const more = t('common.more');
  const actsWidth = useMemo(
    () => Math.max(0, ...(rows ?? []).map((row) => widthOf(rowActs?.(row) ?? [], more))),
    [rows, rowActs, more],
  );

  const { open } = dialog;
  const mayCreate = may('create');
  const clear = useCallback(() => go({ filters: {} }), [go]);
  const empty = useMemo(() => {
    if (error !== null) return <FailedState error={error} onRetry={reload} />;
    if (queryKey !== '{}') return <NoMatch title={entityName(t, title)} onClear={clear} />;
    return (
      <NoData
        title={entityName(t, title)}
        act={
          mayCreate && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open('create')}>
              {t('crud.create', { title: entityName(t, title, 1) })}
            </Button>
          )
        }
      />
    );
  }, [error, reload, queryKey, title, clear, mayCreate, open, t]);

  const show = useStable((row: Row) => open(SHOW, rowId(schema, row)));
  const actOn = useStable((key: string, row: Row) => act(key, [row]));
  const wanted = useMemo(() => ({ ...state.filters, ...fixed }), [state.filters, fixed]);
  const query = useStable((next: FilterValues) => go({ filters: filterParams(filters, next) }));
  const List = useMobile() ? PhoneList : DesktopList;
  return (
    <Suspense>
      <List
        entity={entity}
        address={address}
        values={values}
        setting={setting}
        columns={columns}
        rows={setting.ready && !awaitsView ? rows : undefined}
        total={total}
        busy={busy}
        empty={empty}
        selection={batchActs.length > 0 ? selection : undefined}
        pageActs={pageActs}
        batchActs={batchActs}
        acts={acts}
        actsWidth={actsWidth}
        onQuery={query}
        refresh={
          <Button
            type="text"
            icon={<ReloadOutlined spin={busy} aria-hidden />}
            aria-label={t('crud.refresh')}
            title={t('crud.refresh')}
            onClick={reload}
          />
        }
        views={<SavedViews resource={entity.name} address={address} setting={setting} />}
        choice={views.length > 0 && <ViewSwitch views={views} view={view} onChoose={address.showAs} />}
        isPaged={view === undefined || isPaged(view)}
        content={
          view && (
            <ViewContent
              entity={entity}
              view={view}
              filters={wanted}
              total={total}
              acts={acts}
              onShow={show}
              onAct={actOn}
              rows={rows}
              empty={empty}
            />
          )
        }
        count={
          total === undefined
            ? ''
            : t('crud.total', { count: total, title: entityName(t, title, total), unit: unitOf(schema) })
        }
      />
      <ListDialogs
        entity={entity}
        extras={extras}
        may={may}
        dialog={dialog}
        offered={offered}
        acting={acting}
        onActed={() => setActing(undefined)}
        toDelete={toDelete}
        deletion={deletion}
        onDeleteCancelled={() => setToDelete(undefined)}
        onDone={selection.remove}
        onCreated={onCreated}
      />
    </Suspense>
  );
}
