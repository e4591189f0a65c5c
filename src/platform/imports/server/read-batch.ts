import type { OrgContext } from '../../context/server/context.ts';
import { rowChoices, type ChoicesByField } from '../../resources/server/choices.ts';
import type { ScopedResource } from '../../resources/server/reading.ts';
import { keyOf } from '../../schema/types.ts';
import type { Found, SheetRow } from '../../sheets/server/messages.ts';
import { requireStillAllowed, Stopped, type Job } from './job.ts';
import { keyText, readLine, unreadableLine, type Line } from './lines.ts';
import type { Owners } from './parts.ts';
import { rowOfLine } from './spread.ts';

/** State while a file is read: schema and choices, position of the table, first line of each key, and owners of lines. */
export interface Reading {
  published: number;
  choices: ChoicesByField;
  found: Found | undefined;
  firstLines: Map<string, number>;
  owners: Owners;
}

/** Lines of a file that are validated together. */
export interface Batch {
  ctx: OrgContext;
  reached: ScopedResource;
  lines: Line[];
  choices: ChoicesByField;
}

/** Reads the cells of some lines under their fields. @throws Stopped when the tenant's schema has changed */
export async function readBatch(job: Job, rows: readonly SheetRow[], reading: Reading): Promise<Batch> {
  const { ctx, reached } = await requireStillAllowed(job);
  if (reached.published !== reading.published) throw new Stopped('读取时本单位的字段设置改过，请重新上传');
  const { schema } = reached.entity;
  const fields = reading.found?.layout.fields ?? [];
  const cellsOf = (name: string) => {
    const at = fields.findIndex(({ field }) => field === name);
    return at === -1 ? [] : rows.map(({ cells }) => cells[at] ?? null);
  };
  const ofRows = await rowChoices(ctx, schema, (name) => ({ cells: cellsOf(name) }));
  const choices = new Map([...reading.choices, ...ofRows]);
  const lines = rows.map((row) => {
    const line = readLine(schema, fields, choices, row);
    return row.tooWide ? unreadableLine(line, rowOfLine(reading.found, row.no), row.tooWide) : line;
  });
  return { ctx, reached, choices, lines };
}

/** Marks lines as wrong that repeat the key of an earlier line. */
export function markRepeated(batch: Batch, { firstLines, found }: Reading): Batch {
  const { schema } = batch.reached.entity;
  for (const line of batch.lines) {
    const key = keyText(schema, line);
    if (key === undefined) continue;
    const first = firstLines.get(key);
    if (first === undefined) {
      firstLines.set(key, line.no);
      continue;
    }
    const names = keyOf(schema).map((name) => line.cells[name]);
    line.wrong.set('', `与第 ${rowOfLine(found, first)} 行重复：${names.filter(Boolean).join(' ')}`);
  }
  return batch;
}
