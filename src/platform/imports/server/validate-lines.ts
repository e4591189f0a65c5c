import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { Row } from '../../resources/contract/resource.ts';
import type { FlatRow } from '../../resources/server/hooks.ts';
import { prepareRows, type PreparedRow, type WriteRequest } from '../../resources/server/prepare-rows.ts';
import type { ScopedResource } from '../../resources/server/reading.ts';
import { inHalves, type Job } from './job.ts';
import { addWrong, editOf, type Line } from './lines.ts';
import { findParts, partsOfBody, type Owners, type Part } from './parts.ts';
import type { Batch } from './read-batch.ts';
import { rowsByKey } from './rows-by-key.ts';

/** A validated line: its change, if it is valid, and the row that it changes. */
export interface CheckedLine {
  line: Line;
  request: WriteRequest;
  prepared?: PreparedRow;
  stored?: Readonly<FlatRow>;
  /** The line whose row this one adds to. */
  of?: number;
}

/** Finds the rows of the lines, and validates the changes by the resource. */
export async function validateLines(tx: Tx, { hooks }: Job, batch: Batch, owners: Owners): Promise<CheckedLine[]> {
  const { ctx, reached, lines } = batch;
  const stored = await rowsByKey(tx, ctx, reached, lines);
  const parts = await findParts(tx, ctx, reached, lines, stored, owners);
  const checked = lines.map((line) => {
    const part = line.wrong.size === 0 ? parts.get(line) : undefined;
    return part ? checkPart(batch, line, part) : checkLine(batch, line, stored.get(line) ?? []);
  });
  const valid = checked.filter(({ line }) => line.wrong.size === 0);
  const refused = await inHalves(valid, async (some) => {
    const requests = some.map(({ request }) => request);
    const prepared = await prepareRows(tx, { ctx, reached, hooks }, requests);
    for (const [i, one] of some.entries()) one.prepared = prepared[i];
  });
  for (const { item, error } of refused) item.line.wrong.set('', error.message);
  for (const one of valid) checkPrepared(ctx, reached, one);
  return checked;
}

/** A line that adds to an existing row, or to the row of an earlier line. */
function checkPart({ reached, choices }: Batch, line: Line, part: Part): CheckedLine {
  const { entity } = reached;
  addWrong(line.wrong, entity.check('create', line.given));
  if ('of' in part) return { line, request: { body: line.given }, of: part.of };
  const { before } = part;
  const { adds } = partsOfBody(reached, line.given);
  const body = editOf(entity.schema, line, { ...before, ...adds }, choices);
  return { line, request: { body, before, adds }, stored: before };
}

/** A line that creates a row, or changes the one that its key names. */
function checkLine({ reached, choices }: Batch, line: Line, stored: readonly FlatRow[]): CheckedLine {
  if (line.unreadable) return { line, request: { body: {} } };
  const { entity } = reached;
  const [before] = stored;
  if (stored.length > 1) line.wrong.set('', `有 ${stored.length} 个${entity.schema.title}符合这一行，不知道是哪一个`);
  const body: Row = before ? editOf(entity.schema, line, before, choices) : line.given;
  if (line.wrong.size === 0 || !before) addWrong(line.wrong, entity.check(before ? 'update' : 'create', body));
  return { line, request: { body, before }, stored: before };
}

/** Adds the errors of the prepared row, and those of missing rights. */
function checkPrepared(ctx: OrgContext, reached: ScopedResource, { line, prepared, stored }: CheckedLine): void {
  if (!prepared) return;
  const { title, 'x-resource': resource } = reached.entity.schema;
  const may = (act: 'create' | 'update') =>
    resource.acts.includes(act) && ctx.services.access.decide(ctx.actor, resource.area, act);
  addWrong(line.wrong, prepared.wrong);
  if (!stored && !may('create')) line.wrong.set('', `您没有新增${title}的权限`);
  if (stored && prepared.changed.length > 0 && !may('update')) line.wrong.set('', `您没有修改${title}的权限`);
}
