import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { newId } from '../../db/server/ids.ts';
import { invalidWithMessage } from '../../errors/invalid.ts';
import type { Row } from '../../resources/contract/resource.ts';
import type { FieldFiles } from '../../resources/server/registry.ts';
import { fileFields, fileIdsIn, fileOwner, fileProblem, filesKeyOf } from '../../schema/file-fields.ts';
import { pointer } from '../../schema/json.ts';
import { isFiles, type EntitySchema } from '../../schema/types.ts';
import { isLoose, MISSING, shownAttachment } from './attach.ts';
import * as store from './queries/media-files.ts';

/** `media_for` of files of fields: the field says what they are for. */
const FIELD_PURPOSE = 5;

/** The fields of files of an entity, those included that the role does not see or that are hidden. */
const allFields = ({ properties }: EntitySchema) =>
  Object.entries(properties).filter(([, field]) => isFiles(field) && field['x-tenant'] === true);

const added = (after: unknown, before: unknown): string[] => {
  const held = new Set(fileIdsIn(before));
  return fileIdsIn(after).filter((id) => !held.has(id));
};

/** Rejects new files that are not the caller's own and unattached, are given twice, or do not fit their field. */
const reject: FieldFiles['reject'] = async (tx, ctx, schema, drafts, refuse) => {
  const given = allFields(schema).flatMap(([name, field]) =>
    drafts.flatMap(({ row, before }, i) => added(row[name], before?.[name]).map((id) => ({ i, name, field, id }))),
  );
  if (given.length === 0) return;
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const ids = [...new Set(given.map(({ id }) => id))];
  const files = new Map((await tx.run(store.filesToAttach(orgId, ids))).map((file) => [file.file_id, file]));
  const used = new Set<string>();
  for (const { i, name, field, id } of given) {
    const file = files.get(id);
    const isUsed = used.has(id);
    used.add(id);
    if (!file || isUsed || !isLoose(file, userId)) refuse(i, name, MISSING);
    else {
      const problem = fileProblem(field, { mime: file.mime, size: file.size ?? 0 });
      if (problem !== undefined) refuse(i, name, problem);
    }
  }
};

/**
 * Attaches the files of written rows in their order. Removed ones are let go of; of rows with previous versions they
 * stay with the version.
 *
 * @throws AppError PSY_INVALID_INPUT where another write has attached one since it was checked
 */
const keep: FieldFiles['keep'] = async (tx, ctx, schema, rows) => {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const written = allFields(schema).flatMap(([name]) =>
    rows
      .filter(({ changed }) => changed.includes(name))
      .map(({ id, draft: { row, before } }) => ({
        name,
        owner: { entity: fileOwner(schema.$id, name), id },
        now: fileIdsIn(row[name]),
        removed: added(before?.[name], row[name]),
      })),
  );
  const letGoOf = schema['x-resource'].versions ? store.retire : store.detachFrom;
  for (const { owner, removed } of written) if (removed.length > 0) await tx.run(letGoOf(orgId, owner, removed));
  const created_at = ctx.nowIso();
  const infos = written.flatMap(({ owner, now }) =>
    now.map((file_id, position) => ({
      org_id: orgId,
      media_info_id: newId(clock),
      file_id,
      owner_entity: owner.entity,
      owner_id: owner.id,
      media_for: FIELD_PURPOSE,
      position,
      created_at,
    })),
  );
  if (infos.length === 0) return;
  const attached = new Set((await tx.run(store.attach(infos))).map(({ file_id }) => file_id));
  const lost = written.find(({ now }) => now.some((id) => !attached.has(id)));
  if (lost) throw invalidWithMessage(pointer(lost.name), MISSING);
};

type Stored = Awaited<ReturnType<typeof storedFiles>>;

async function storedFiles(ctx: OrgContext, owners: readonly string[], rowIds: readonly string[]) {
  const [files] = await ctx.read([store.filesOfFields(ctx.actor.orgId, owners, rowIds)]);
  return new Map(files.map((file) => [`${file.owner_entity} ${file.owner_id} ${file.file_id}`, file]));
}

/** The values of one row with what its files are; a file that is gone is left out. */
function withFilesOf(
  schema: EntitySchema,
  row: Readonly<Row>,
  rowId: string,
  stored: Stored,
  show: Awaited<ReturnType<typeof shownAttachment>>,
): Row {
  const made = { ...row };
  for (const [name] of fileFields(schema)) {
    // Of a previous version, null says that there was nothing.
    if (row[name] === undefined || row[name] === null) continue;
    const files = fileIdsIn(row[name]).flatMap(
      (id) => stored.get(`${fileOwner(schema.$id, name)} ${rowId} ${id}`) ?? [],
    );
    delete made[name];
    if (files.length === 0) continue;
    made[name] = files.map(({ file_id }) => file_id);
    made[filesKeyOf(name)] = files.map(show);
  }
  return made;
}

/** Adds to rows what their files are, each with addresses to play it. The caller must check access to the rows. */
const show: FieldFiles['show'] = async (ctx, schema, rows, idOf) => {
  const fields = fileFields(schema).filter(([name]) => rows.some((row) => row[name] !== undefined));
  if (fields.length === 0) return [...rows];
  const owners = fields.map(([name]) => fileOwner(schema.$id, name));
  const stored = await storedFiles(ctx, owners, [...new Set(rows.map(idOf))]);
  const shown = await shownAttachment(ctx);
  return rows.map((row) => withFilesOf(schema, row, idOf(row), stored, shown));
};

export const fieldFiles: FieldFiles = { reject, keep, show };

/** Lets go of the files of deleted rows, in their transaction. */
export const letGoOfFiles = async (
  tx: Tx,
  { actor: { orgId } }: OrgContext,
  { schema, ids }: { schema: EntitySchema; ids: readonly string[] },
): Promise<void> => {
  if (Object.values(schema.properties).some((field) => field['x-tenant']))
    await tx.run(store.detachFromFields(orgId, schema.$id, ids));
};
