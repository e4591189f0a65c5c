import type { FlatRow } from '../../resources/server/hooks.ts';
import { labelOf } from '../../resources/server/log-writes.ts';
import type { ScopedResource } from '../../resources/server/reading.ts';
import { messagesFor } from './lines.ts';
import { OF_LINE } from './parts.ts';
import type { FileRow } from './queries/import-rows.ts';
import type { CheckedLine } from './validate-lines.ts';

const pick = (row: Readonly<FlatRow>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));

/** The stored outcome of a line: wrong, a new row, a changed row or no change. */
export function outcomeRow(reached: ScopedResource, checked: CheckedLine): FileRow {
  const { line, request, prepared, stored, of } = checked;
  const { schema } = reached.entity;
  const common = {
    row_no: line.no,
    label: labelOf(reached, { ...stored, ...line.given }),
    row_id: stored ? String(stored[schema['x-resource'].id]) : null,
    body: null,
    before: null,
    seen: null,
    cells: null,
    messages: null,
  };
  if (line.wrong.size > 0 || !prepared)
    return { ...common, outcome: 'wrong', cells: line.cells, messages: messagesFor(schema, line.wrong) };
  if (!stored)
    return { ...common, outcome: 'new', body: { ...request.body, ...(of !== undefined && { [OF_LINE]: of }) } };
  const { changed } = prepared;
  if (changed.length === 0) return { ...common, outcome: 'same' };
  const given = { ...request.body, ...request.adds };
  // A line that only adds to the row cannot conflict with a change by another user.
  const seen = typeof stored['updated_at'] === 'string' && !request.adds ? stored['updated_at'] : null;
  return {
    ...common,
    outcome: 'changed',
    seen,
    before: pick(stored, changed),
    body: pick(
      prepared.draft.row,
      changed.filter((name) => Object.hasOwn(given, name)),
    ),
  };
}
