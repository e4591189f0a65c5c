import type { OrgContext } from '../../../platform/context/server/context.ts';
import { shownAttachment } from '../../../platform/media/server/attach.ts';
import { attachedTo } from '../../../platform/media/server/queries/media-files.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { mayRead, resolveResource, wireRows } from '../../../platform/resources/server/reading.ts';
import { display } from '../../../platform/schema/columns.ts';
import { fieldsIn, fieldsOf, type EntitySchema, type FieldSchema } from '../../../platform/schema/types.ts';
import type { SummarisedRecord } from '../contract/cases.ts';

/** Maximum characters of a text in a summary; the record itself has the full text. */
const SUMMARY_MAX = 200;
/**
 * Fields that the surrounding page shows anyway, and fields that hold the latest state instead of the state at that
 * time.
 */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'child_name',
  'class_name',
  'created_by_name',
  'restricted',
  'status',
  'due_state',
]);

const shorten = (text: string): string => {
  const all = [...text];
  return all.length > SUMMARY_MAX ? `${all.slice(0, SUMMARY_MAX).join('')}…` : text;
};
const inWords = (fields: readonly (readonly [string, FieldSchema])[], row: Row, whole = false) =>
  fields.flatMap(([name, field]) => {
    const text = display(field, row[name]);
    return text === '' ? [] : [{ title: field.title, text: whole ? text : shorten(text) }];
  });

/** List fields of a record. */
export const factsOf = (schema: EntitySchema, row: Row): SummarisedRecord['facts'] =>
  inWords(
    fieldsIn(schema, 'x-list').flatMap(({ name, field }) =>
      SHOWN_ELSEWHERE.has(name) || field.format === 'date-time' ? [] : [[name, field]],
    ),
    row,
  );
/** Confidential texts of a record. */
const textsOf = (schema: EntitySchema, row: Row, whole: boolean): SummarisedRecord['words'] =>
  inWords(
    fieldsOf(schema).filter(([, field]) => field['x-confidential']),
    row,
    whole,
  );

/** The entity that is stored in a table. */
export const entityOf = ({ services: { schemas } }: OrgContext, table: string): EntitySchema | undefined =>
  schemas.core().find(({ 'x-resource': resource }) => resource.table === table);

/**
 * Summaries of records of a table by id. Records that the caller may not read are left out. Call only in requests that
 * write a read-log entry for the student's case or archive.
 *
 * @param whole Texts in full length
 */
export async function summariseRecords(
  ctx: OrgContext,
  table: string,
  ids: readonly string[],
  whole = false,
): Promise<ReadonlyMap<string, SummarisedRecord>> {
  const {
    actor: { orgId },
    services: { db },
  } = ctx;
  const core = entityOf(ctx, table);
  if (!core || ids.length === 0 || !(await mayRead(ctx, core['x-resource'].area))) return new Map();
  const {
    $id: resource,
    'x-resource': { id },
  } = core;
  const { entity, rows, tenant } = resolveResource(ctx, resource, ctx.services.resources.hooksFor(core));
  const [stored, files] = await db.read(tenant, [rowsOfIds(rows, ids), attachedTo(orgId, resource, ids)]);
  const show = await shownAttachment(ctx);
  return new Map(
    (await wireRows(ctx, entity, stored)).map((row) => {
      const rowId = String(row[id]);
      return [
        rowId,
        {
          resource,
          facts: factsOf(entity.schema, row),
          words: textsOf(entity.schema, row, whole),
          attachments: files.filter(({ owner_id }) => owner_id === rowId).map(show),
        },
      ];
    }),
  );
}
