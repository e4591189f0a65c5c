import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { UPLOAD_MAX } from '../../../../platform/imports/contract.ts';
import { nameKey } from '../../../../platform/schema/sheet-cell.ts';
import { schemasChanged } from '../../../../platform/session/web/schemas-changed.ts';
import { studioCreate } from '../../contract.ts';
import { studioSheet } from '../../sheet-contract.ts';
import { freeName } from '../draft.ts';
import { keyOfTitle } from '../suggested-key.ts';
import { columnsOf, namesRows, startOf, type Column, type FromSheet } from './columns.ts';

const MIB = 1024 * 1024;
const READ_TIMEOUT_MS = 300_000;
const TITLE_MAX = 20;
const ENTITY_MAX = 32;

/** A table that was read, and what is to become of it. */
interface ReadTable {
  file: File;
  rows: number;
  title: string;
  columns: readonly Column[];
  /** The header of the column that names the rows. */
  label: string | undefined;
}

/** The name of a file without its ending, as a title. */
const titleOf = (name: string) =>
  name
    .replace(/\.\w+$/, '')
    .trim()
    .slice(0, TITLE_MAX);

async function entityOf(title: string, taken: readonly string[]): Promise<string> {
  const key = await keyOfTitle(title, { separator: '-', max: ENTITY_MAX, stem: 'own', taken }).catch(() => '');
  return key.length > 1 ? key : freeName(taken, 'own').replace('_', '-');
}

/** Reads a table and creates the resource of its columns. */
export function useSheet(taken: readonly string[], onMade: (made: FromSheet) => Promise<void>) {
  const { t } = useTranslation();
  const [table, setTable] = useState<ReadTable>();
  const [tooLarge, setTooLarge] = useState<string>();
  const [submitted, setSubmitted] = useState(false);
  const reading = useMutation({
    mutationFn: async (file: File) =>
      call(studioSheet, { body: new Uint8Array(await file.arrayBuffer()) }, { quiet: true, timeout: READ_TIMEOUT_MS }),
    onSuccess: (read, file) => {
      const columns = columnsOf(read.columns);
      const label = columns.find((column) => namesRows(column, read.rows))?.header;
      setTable({ file, rows: read.rows, title: titleOf(file.name), columns, label });
      setSubmitted(false);
    },
    onError: () => setTable(undefined),
  });
  const creating = useMutation({
    mutationFn: async ({ file, rows, title, columns, label }: ReadTable): Promise<FromSheet | undefined> => {
      const naming = columns.find(({ header }) => header === label);
      if (!naming) return undefined;
      const entity = await entityOf(title, taken);
      const others = columns.filter((column) => column.included && column !== naming);
      const start = await startOf(entity, naming, others);
      await call(studioCreate, { body: { entity, title: title.trim(), label: naming.title.trim() } }, { quiet: true });
      return { entity, file, rows, start };
    },
    onSuccess: async (made) => {
      if (!made) return;
      schemasChanged.notify();
      await onMade(made);
    },
  });
  const create = useOnce(creating.mutateAsync);
  const titles = table?.columns.filter(({ included }) => included).map(({ title }) => nameKey(title)) ?? [];
  const problem = {
    title: submitted && table?.title.trim() === '' ? t('studio.titleRule', { max: TITLE_MAX }) : undefined,
    columns:
      submitted && (titles.includes('') || new Set(titles).size < titles.length)
        ? t('studioSheet.titleRule')
        : undefined,
  };
  return {
    table,
    reading,
    creating,
    tooLarge,
    problem,
    read: (file: File) => {
      const isLarge = file.size > UPLOAD_MAX;
      setTooLarge(isLarge ? t('studioSheet.tooLarge', { max: UPLOAD_MAX / MIB }) : undefined);
      creating.reset();
      if (!isLarge) reading.mutate(file);
    },
    change: (next: Partial<Pick<ReadTable, 'title' | 'columns' | 'label'>>) => {
      creating.reset();
      setTable((before) => before && { ...before, ...next });
    },
    submit: () => {
      setSubmitted(true);
      const isComplete = !titles.includes('') && new Set(titles).size === titles.length;
      if (table && table.title.trim() !== '' && isComplete) create(table);
    },
  };
}
