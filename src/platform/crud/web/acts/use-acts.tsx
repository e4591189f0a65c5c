import { CloseOutlined, DeleteOutlined, DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isLinked, isPage, opens, type RowExtra } from '../../../feature/web/row-extra.ts';
import type { AreaAct } from '../../../refine/web/access-control.ts';
import { useMayAll } from '../../../refine/web/use-may.ts';
import { rowId, type Entity } from '../../../resources/contract/entity.ts';
import { BATCH_MAX, type Row } from '../../../resources/contract/resource.ts';
import { isSettled } from '../../../schema/columns.ts';
import type { ResourceAct } from '../../../schema/resource-meta.ts';
import { importColumns } from '../../../schema/sheet.ts';
import { unitOf } from '../../../schema/types.ts';
import { useCurrentUser } from '../../../session/web/current-user.ts';
import { entityName } from '../entity-name.ts';
import type { Extra } from '../extra.ts';
import type { ListState } from '../list/address.ts';
import type { Selection } from '../list/use-selection.ts';
import type { Act } from './act.ts';
import { useExport } from './use-export.ts';

interface Options {
  entity: Entity;
  extras: readonly Extra[];
  rowExtras: readonly RowExtra[];
  state: ListState;
  selection: Selection;
  /** Opens a dialog by its URL parameter. */
  open: (name: string, value?: string) => void;
  remove: (rows: readonly Row[]) => void;
  /** Whether a row may be deleted; default: every row. */
  isDeletable?: ((row: Row) => boolean) | undefined;
  /** Opens the dialog of an act on rows. */
  act: (key: string, rows: readonly Row[]) => void;
}

/** All acts of a list, checked at once. */
const questionsOf = (acts: readonly ResourceAct[], rowExtras: readonly RowExtra[], area: string): AreaAct[] => [
  ...acts.map((act): AreaAct => [area, act]),
  ...rowExtras.flatMap((extra): AreaAct[] => (extra.act === undefined ? [] : [[extra.area ?? area, extra.act]])),
];

const when = (allowed: boolean, act: Act): Act[] => (allowed ? [act] : []);

/** Acts that the current role may do with a list, its rows and a selection. */
export function useActs({ entity, extras, rowExtras, state, selection, open, remove, isDeletable, act }: Options) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const exporting = useExport(entity);
  const { schema } = entity;
  const {
    title,
    'x-resource': { acts, area, owner },
  } = schema;
  const {
    user: { user_id: me },
  } = useCurrentUser();
  const mayDo = useMayAll(useMemo(() => questionsOf(acts, rowExtras, area), [acts, rowExtras, area]));
  const may = (act: ResourceAct): boolean => acts.includes(act) && mayDo(area, act);

  const offered = useMemo(
    () => rowExtras.filter((extra) => extra.act === undefined || mayDo(extra.area ?? area, extra.act)),
    [rowExtras, mayDo, area],
  );
  const [mayUpdate, mayDelete] = [may('update'), may('delete')];
  /** A row with an owner is changed by its owner only. */
  const isMine = useCallback((row: Row) => owner === undefined || row[owner] === me, [owner, me]);
  /** The acts that open something else than a dialog of the address: those that come first, or the others. */
  const dialogActs = useCallback(
    (row: Row, isLeading: boolean): Act[] =>
      offered
        .filter((extra) => !isLinked(extra) && (extra.leading ?? false) === isLeading)
        .filter((extra) => extra.appliesTo?.(row) !== false)
        .map((extra): Act => ({
          key: extra.key,
          label: extra.label,
          danger: extra.danger,
          group: extra.group,
          run: opens(extra)
            ? () => extra.run(row)
            : isPage(extra)
              ? () => void navigate(extra.to(row))
              : () => act(extra.key, [row]),
        })),
    [offered, act, navigate],
  );
  const rowActs = useMemo(
    () =>
      !mayUpdate && !mayDelete && offered.length === 0
        ? undefined
        : (row: Row): Act[] => [
            ...dialogActs(row, true),
            ...offered
              .filter(isLinked)
              .filter(({ appliesTo }) => appliesTo?.(row) !== false)
              .map(({ key, label, danger, group }): Act => ({
                key,
                label,
                danger,
                group,
                run: () => open(key, rowId(schema, row)),
              })),
            ...when(mayUpdate && isMine(row) && !isSettled(schema, row), {
              key: 'edit',
              label: t('crud.edit'),
              run: () => open('edit', rowId(schema, row)),
            }),
            ...dialogActs(row, false),
            ...when(mayDelete && isMine(row) && !isSettled(schema, row) && isDeletable?.(row) !== false, {
              key: 'delete',
              label: t('crud.delete'),
              danger: true,
              run: () => remove([row]),
            }),
          ],
    [mayUpdate, mayDelete, isMine, isDeletable, offered, dialogActs, t, schema, open, remove],
  );

  const exportAct = (key: 'export' | 'exportSelected', query: Record<string, string>, disabledReason?: string): Act[] =>
    when(may('export'), {
      key: 'export',
      label:
        exporting.busy && key === 'export'
          ? exporting.far
            ? t('crud.exportingFar', { far: exporting.far })
            : t('crud.exporting')
          : t(`crud.${key}`),
      icon: <DownloadOutlined aria-hidden />,
      busy: exporting.busy,
      disabledReason,
      run: () => exporting.run({ ...query, format: 'xlsx' }),
      ways: [
        {
          key: 'export-csv',
          label: t('crud.exportCsv'),
          disabledReason,
          run: () => exporting.run({ ...query, format: 'csv' }),
        },
      ],
    });
  const sort: Record<string, string> = state.sort === undefined ? {} : { sort: state.sort };
  const count = selection.ids.length;
  const disabledReason = count > BATCH_MAX ? t('crud.tooMany', { max: BATCH_MAX }) : undefined;
  return {
    may,
    /** `undefined` if there is none. */
    rowActs,
    /** Row acts of page and features that the role may do. */
    offered,
    pageActs: [
      ...exportAct('export', { ...state.filters, ...sort }),
      ...when(exporting.busy, {
        key: 'export-cancel',
        label: t('crud.exportCancel'),
        icon: <CloseOutlined aria-hidden />,
        run: exporting.cancel,
      }),
      ...when(may('import') && importColumns(schema).length > 0, {
        key: 'import',
        label: t('crud.import'),
        icon: <UploadOutlined aria-hidden />,
        run: () => open('import'),
      }),
      ...extras
        .filter(({ act }) => may(act))
        .map(({ act, label, icon }): Act => ({ key: act, label, icon, run: () => open(act) })),
      ...when(may('create'), {
        key: 'create',
        label: t('crud.create', { title: entityName(t, title, 1) }),
        icon: <PlusOutlined aria-hidden />,
        run: () => open('create'),
      }),
    ],
    batchActs: [
      ...exportAct('exportSelected', { ids: selection.ids.join(','), ...sort }, disabledReason),
      ...offered
        .filter((extra) => 'batch' in extra && extra.batch)
        .map(({ key, label, icon, danger }): Act => ({
          key,
          label,
          icon,
          danger,
          disabledReason,
          run: () => act(key, selection.rows),
        })),
      ...when(may('batch-delete'), {
        key: 'delete',
        label: t('crud.deleteVerb', { count, title: entityName(t, title, count), unit: unitOf(schema) }),
        icon: <DeleteOutlined aria-hidden />,
        danger: true,
        disabledReason,
        run: () => remove(selection.rows),
      }),
    ],
  };
}
