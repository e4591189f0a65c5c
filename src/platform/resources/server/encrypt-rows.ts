import type { RowTable } from '../../access/server/queries/row-table.ts';
import type { Services } from '../../context/server/services.ts';
import { isEncryptedText, encryptedPrefix } from '../../crypto/server/data-keys.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { encryptedFields } from './encrypted-fields.ts';
import { putEncrypted, unencryptedIn, type TextField } from './queries/rows/unencrypted.ts';
import { targetOf, type Target } from './queries/rows/write.ts';

/** Values encrypted per transaction. */
const BATCH_SIZE = 500;

/** Encrypted columns that are not fields of a resource. */
const OTHER_COLUMNS: readonly { target: Target; field: TextField }[] = [
  { target: { table: 'comments', id: 'comment_id' }, field: { name: 'content', inExt: false } },
  { target: { table: 'comment_drafts', id: 'draft_id' }, field: { name: 'content', inExt: false } },
  { target: { table: 'ai_conversations', id: 'conversation_id' }, field: { name: 'title', inExt: false } },
  { target: { table: 'ai_conversations', id: 'conversation_id' }, field: { name: 'replaced', inExt: false } },
  { target: { table: 'ai_messages', id: 'message_id' }, field: { name: 'body', inExt: false } },
  { target: { table: 'case_steps', id: 'step_id' }, field: { name: 'body', inExt: false } },
  { target: { table: 'crisis_cases', id: 'case_id' }, field: { name: 'next_text', inExt: false } },
  { target: { table: 'safety_plans', id: 'plan_id' }, field: { name: 'body', inExt: false } },
  ...['background', 'process', 'outcome', 'lessons', 'words'].map((name) => ({
    target: { table: 'library_cases', id: 'library_id' },
    field: { name, inExt: false },
  })),
  { target: { table: 'concern_levels', id: 'concern_id' }, field: { name: 'reason', inExt: false } },
  { target: { table: 'media_files', id: 'file_id' }, field: { name: 'name', inExt: false } },
  { target: { table: 'media_infos', id: 'media_info_id' }, field: { name: 'note', inExt: false } },
  { target: { table: 'media_thumbs', id: 'file_id' }, field: { name: 'picture', inExt: false } },
  { target: { table: 'referral_steps', id: 'step_id' }, field: { name: 'note', inExt: false } },
  { target: { table: 'row_versions', id: 'version_id' }, field: { name: 'former', inExt: false } },
  { target: { table: 'row_transitions', id: 'step_id' }, field: { name: 'note', inExt: false } },
  { target: { table: 'exam_sheets', id: 'child_exam_id' }, field: { name: 'answers', inExt: false } },
  { target: { table: 'exam_sheets', id: 'child_exam_id' }, field: { name: 'draft_key', inExt: false } },
  { target: { table: 'exam_answers', id: 'answer_id' }, field: { name: 'answers', inExt: false } },
  { target: { table: 'talk_requests', id: 'request_id' }, field: { name: 'note', inExt: false } },
  { target: { table: 'talk_requests', id: 'request_id' }, field: { name: 'answer', inExt: false } },
  { target: { table: 'guardian_consents', id: 'consent_id' }, field: { name: 'guardian_name', inExt: false } },
  { target: { table: 'transfers_sent', id: 'transfer_id' }, field: { name: 'basis', inExt: false } },
  { target: { table: 'transfer_packages', id: 'transfer_id' }, field: { name: 'student', inExt: false } },
  { target: { table: 'transfer_packages', id: 'transfer_id' }, field: { name: 'content', inExt: false } },
  { target: { table: 'transfer_packages', id: 'transfer_id' }, field: { name: 'summary', inExt: false } },
  { target: { table: 'received_records', id: 'transfer_id' }, field: { name: 'summary', inExt: false } },
  { target: { table: 'received_sections', id: 'section_id' }, field: { name: 'body', inExt: false } },
];

/**
 * Encrypts a tenant's values that are still in clear or encrypted with an older key. It works in batches, skips values
 * changed concurrently, and may be interrupted and repeated.
 *
 * @returns The number of encrypted values
 * @throws AppError PSY_SERVICE_EXPIRED while the tenant's keys are locked
 */
export async function encryptRows(
  { db, keys, schemas }: Pick<Services, 'db' | 'keys' | 'schemas'>,
  orgId: string,
  tableOf: (schema: EntitySchema) => RowTable,
  stop?: AbortSignal,
): Promise<number> {
  const tenant = { orgId, userId: null };
  const fields = Object.values(schemas.all(orgId).resources).flatMap((schema) => {
    const target = targetOf(schema['x-resource'], tableOf(schema));
    return encryptedFields(schema).map((name) => ({
      target,
      field: { name, inExt: schema.properties[name]?.['x-tenant'] === true },
    }));
  });
  let total = 0;
  for (const { target, field } of [...fields, ...OTHER_COLUMNS]) {
    const { table } = target;
    const ring = await keys.ring(orgId);
    for (let encrypted = BATCH_SIZE; encrypted === BATCH_SIZE; total += encrypted) {
      if (stop?.aborted) return total;
      encrypted = await db.transaction(tenant, async (tx) => {
        const found = await tx.run(unencryptedIn(orgId, target, field, encryptedPrefix(ring.version), BATCH_SIZE));
        const rows = found.map(({ id, value }) => {
          const at = { table, row: id, field: field.name };
          return {
            id,
            value,
            encrypted: ring.encryptText(isEncryptedText(value) ? ring.decryptText(value, at) : value, at),
          };
        });
        return rows.length > 0 ? tx.run(putEncrypted(orgId, target, field, rows)) : 0;
      });
    }
  }
  return total;
}
