import { zipSync, type Zippable } from 'fflate';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { digestOf, markFoot } from '../../../platform/file-codes/server/file-mark.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { cleanFileName, MAX_BYTES } from '../../../platform/media/attachments.ts';
import { nameOfFile, contentLocation } from '../../../platform/media/server/files.ts';
import { pdfWriter, type PrintedDocument } from '../../../platform/pdf/server/write-pdf.ts';
import { decryptRows, encryptReason } from '../../../platform/resources/server/encrypted-fields.ts';
import * as store from '../../../platform/resources/server/queries/child-records.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { toWire } from '../../../platform/resources/server/rows.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { SHARED_TABLE } from '../../../platform/schema/own-resource.ts';
import { readableValue } from '../../../platform/schema/references.ts';
import { cellOf, exportColumns } from '../../../platform/schema/sheet.ts';
import { dayOf, minuteOf } from '../../../platform/schema/wall-clock.ts';
import { yearsOf } from '../../academic-years/server/public.ts';
import { packing, startPacking, type Packed, type Packing, WHOLE_RECORD } from '../../exports/server/public.ts';
import { guardiansOfChild } from '../../guardians/server/public.ts';
import { changesIn } from '../../operation-log/server/public.ts';
import { NOT_REACHED_CHILD, requireChild, studentHooks } from '../../students/server/public.ts';
import { childData, restrictedRows } from './child-data.ts';
import { holdingOf } from './holdings.ts';
import { inWords, type Rows } from './in-words.ts';
import { ownSections } from './own-sections.ts';
import { namesIn, section, shown } from './printed-sections.ts';
import { seenNames, seesOwner, unseenTitles } from './unseen-fields.ts';

const AREA = 'student/record';
/** Maximum overhead of encryption in bytes. */
const ENCRYPTION_BYTES = 64;

/** What a record does not contain, and whom to ask. */
function leftOut(records: number, fields: readonly string[]): (readonly [string, string])[] {
  return [
    ...(records > 0
      ? [
          [
            '限定查看的记录',
            `${records} 条，只供作者所在的角色组查看，没有导出；如需了解，请向学校心理老师提出`,
          ] as const,
        ]
      : []),
    ...(fields.length > 0
      ? [
          [
            '限定角色查看的字段',
            `${fields.join('、')}，导出人无权查看，未导出；如需了解，请向学校提出，由有权查看的人员另行导出`,
          ] as const,
        ]
      : []),
  ];
}

/** All data of a child in clear, as a document and as data. Undefined when the child was deleted. */
export async function wholeRecord(ctx: OrgContext, childId: string, { orgName, by }: { orgName: string; by: string }) {
  const {
    actor: { orgId },
    services,
  } = ctx;
  const { clock, db, keys, schemas } = services;
  const tenant = ctx.tenant;
  const { resources } = schemas.all(orgId);
  const { entity, rows } = resolveResource(ctx, 'student', studentHooks);
  const [[row], held, [found], guardians, years] = await db.read(tenant, [
    rowsOfIds(rows, [childId]),
    store.rowsOfChild(childId),
    store.idsOfChild(childId),
    guardiansOfChild(orgId, childId),
    yearsOf(orgId),
  ]);
  if (!row) return undefined;
  const ids = found?.ids ?? [];
  const { ids: withheld, total: withheldTotal } = restrictedRows(ctx, held);
  // A row that names others too is in the record, although it is not erased with the child.
  const shared = held.flatMap(({ of_table, body }) => (of_table === SHARED_TABLE ? [String(body['row_id'])] : []));
  const [stored, entries] = await db.read(tenant, [
    store.filesOfRecords(orgId, [...new Set([...ids, ...shared])]),
    store.entriesOn(orgId, ids),
  ]);
  const isSeen = await seenNames(ctx);
  const ring = await keys.ring(orgId);
  const files = stored
    .filter(({ owner_entity, owner_id }) => !withheld.has(owner_id) && seesOwner(isSeen, owner_entity))
    .map((file) => ({ ...file, name: nameOfFile(ring, file) }));
  const [student = {}] = (await decryptRows(keys, orgId, entity.schema, [row])).map(toWire(entity.schema, () => true));
  const [readable = {}] = await services.resources.fieldFiles.show(ctx, entity.schema, [student], () => childId);
  const changes = await changesIn(
    ctx,
    entries.map(({ log_id }) => log_id),
    () => true,
  );
  const data: Rows = new Map([
    ...(await childData(ctx, held, withheld)),
    // Guardians are disclosed with name and relation only: their other data are their own.
    ['guardian_children', guardians.map(({ guardian_name, relation }) => ({ guardian_name, relation }))] as const,
  ]);
  const named = namesIn(ctx, years);
  // The reader's name stays within the school; role and time are disclosed.
  const log = entries.map(({ log_id, at, role_id, act, resource, row_id }) => ({
    at,
    role: role_id === null ? '平台' : labelOf('role', role_id),
    act: labelOf('audit_act', act),
    about: resources[resource]?.title ?? labelOf('audit_resource', resource),
    changes: withheld.has(row_id) ? [] : (changes.get(log_id) ?? []),
  }));
  const base = exportColumns(entity.schema).flatMap((column) => {
    const value = cellOf(column, readableValue(readable, column.field));
    return value === null || value === '' ? [] : [[column.header, String(value)] as const];
  });
  const name = String(student['child_name'] ?? '');
  const printed = [...(await inWords(ctx, data))]
    .filter(([table, list]) => table !== 'students' && list.length > 0 && holdingOf(table).printed)
    .map(([table, list]) => section(table, named(list)));
  const document: PrintedDocument = {
    title: `${name}的完整记录`,
    about: orgName,
    foot: `应监护人的要求，由${by}于 ${minuteOf(clock.now())} 导出；全部数据见同一压缩包中的 record.json`,
    sections: [
      { title: '基本信息', rows: base },
      ...printed,
      ...(await ownSections(ctx, data)),
      { title: '没有导出的内容', rows: leftOut(withheldTotal, unseenTitles(ctx)) },
      {
        title: '操作记录（谁以什么身份看过、改过）',
        rows: log.map(
          (one) =>
            [
              shown(one.at),
              [
                `${one.role} ${one.act}${one.about}`,
                ...one.changes.map(
                  ({ title, before, after }) =>
                    `${title}：${before === undefined ? '' : `${before} → `}${after ?? '（空）'}`,
                ),
              ].join('\n'),
            ] as const,
        ),
      },
    ].filter(({ rows: lines = [] }) => lines.length > 0),
  };
  const json = {
    exported_at: ctx.nowIso(),
    school: orgName,
    student,
    withheld: withheldTotal,
    withheld_fields: unseenTitles(ctx),
    records: Object.fromEntries([...data].filter(([table]) => table !== 'students')),
    files: files.map(({ file_id, name: file, size }) => ({ file_id, name: file, size })),
    log,
  };
  return { name, files, document, json };
}

async function pack(
  ctx: OrgContext,
  [childId = '']: readonly string[],
  { mark }: Packing,
): Promise<Packed | undefined> {
  const {
    actor,
    services: { access, keys, objects },
  } = ctx;
  const { orgId } = actor;
  if (!access.decide(actor, AREA, 'export')) throw new AppError('AC_FORBIDDEN');
  const record = await wholeRecord(ctx, childId, mark);
  if (!record) throw new AppError('PSY_NOT_FOUND', { message: NOT_REACHED_CHILD });
  const zip: Zippable = {
    [cleanFileName(`${record.name}的完整记录.pdf`)]: (await pdfWriter())({ ...record.document, mark: markFoot(mark) }),
    'record.json': Buffer.from(JSON.stringify({ ...record.json, code: mark.code, log_id: mark.logId }, null, 2)),
  };
  for (const { file_id, name, object_key } of record.files) {
    const encrypted = object_key === null ? undefined : await objects.read(object_key, MAX_BYTES + ENCRYPTION_BYTES);
    if (encrypted)
      zip[`附件/${file_id}_${cleanFileName(name)}`] = await keys.decryptBytes(
        orgId,
        encrypted,
        contentLocation(file_id),
      );
  }
  const parts = Object.values(zip).filter((file) => file instanceof Uint8Array);
  return { bytes: zipSync(zip, { level: 6 }), digests: parts.map(digestOf), childIds: [childId] };
}

export const recordJob = packing('export-record', pack);

/**
 * Queues the whole record of a child. The audit log records the disclosure and its reason before any data is packed.
 *
 * @throws AppError `notFoundInScope`, AC_TOO_MANY_REQUESTS
 */
export async function exportRecord(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  id: string,
  reason: string,
): Promise<{ task_id: string }> {
  const {
    actor: { orgId },
    services: { clock, keys },
  } = inTransaction(ctx, tx);
  const childId = await requireChild(inTransaction(ctx, tx), id);
  const [child] = await tx.run(store.leavingOf(orgId, childId));
  const fileName = `学生完整记录_${dayOf(clock.now())}.zip`;
  return startPacking(ctx, tx, requester, recordJob, {
    type: WHOLE_RECORD,
    kind: 'record',
    area: AREA,
    total: 1,
    fileName,
    entries: [
      {
        act: 'export',
        resource: 'student',
        rowId: childId,
        rowLabel: child?.child_name ?? null,
        after: { file_name: '完整记录', ...(await encryptReason(keys, orgId, childId, reason)) },
      },
    ],
    ids: [childId],
  });
}
