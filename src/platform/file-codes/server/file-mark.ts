import { createHash } from 'node:crypto';
import { addEntries, loggedEntry, type AuditEntry } from '../../audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../context/server/context.ts';
import { orgById } from '../../context/server/queries/orgs.ts';
import type { Tx } from '../../db/server/database.ts';
import { nameOf } from '../../identity/server/queries/accounts.ts';
import { minuteOf } from '../../schema/wall-clock.ts';
import { FILE_CODE_LENGTH, printedCode, VERIFY_PAGE, type FileKind } from '../file-code.ts';
import { newCode } from './new-code.ts';
import * as store from './queries.ts';

/** Names of the organisation and of the person that a file is made by. */
export interface Maker {
  orgName: string;
  by: string;
}

/** What a file says about itself: who made it and when, its log entry, and the code by which it is confirmed. */
export interface FileMark extends Maker {
  kind: FileKind;
  /** In groups of four (`printedCode`). */
  code: string;
  /** Milliseconds since the epoch. */
  at: number;
  logId: string;
}

/** Only the hash is stored: nobody who reads the database can print a code. */
export const hashOfCode = (plain: string): string => createHash('sha256').update(plain).digest('base64url');
const hashOf = ({ code }: FileMark): string => hashOfCode(code.replaceAll('-', ''));

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Call this outside of transactions. */
export async function makerOf({ actor, caller, personal }: OrgContext): Promise<Maker> {
  const [[org], [person]] = await personal.read([orgById(actor.orgId), nameOf(caller.userId)]);
  return { orgName: org?.org_name ?? '', by: person?.real_name ?? '' };
}

/** A mark for a file whose disclosure is in the log. It is confirmed by nobody until `storeMark`. */
export const newMark = (maker: Maker, kind: FileKind, logId: string, at: number): FileMark => ({
  ...maker,
  kind,
  logId,
  at,
  code: printedCode(newCode(FILE_CODE_LENGTH)),
});

/** @param digests of the file, and of the files in it */
export async function storeMark(
  tx: Tx,
  orgId: string,
  userId: string,
  mark: FileMark,
  digests: readonly string[] = [],
): Promise<void> {
  const code_hash = hashOf(mark);
  await tx.batch([
    store.insertTenant(code_hash, orgId),
    store.insertCode({
      org_id: orgId,
      code_hash,
      kind: mark.kind,
      made_by: userId,
      made_at: new Date(mark.at).toISOString(),
      log_id: mark.logId,
      digests: [...digests],
    }),
  ]);
}

/**
 * Logs the disclosure of a file that is made in this request, and gives it a mark. Pass its bytes through `digested`.
 *
 * @param maker `makerOf`, read before the transaction
 */
export async function markFile(
  ctx: OrgContext,
  tx: Tx,
  maker: Maker,
  kind: FileKind,
  ...entries: readonly [AuditEntry, ...AuditEntry[]]
): Promise<FileMark> {
  const { actor, caller, services } = ctx;
  const logged = entries.map((entry) => loggedEntry(ctx, entry));
  addEntries(tx, services.ledger, actor.orgId, logged);
  const mark = newMark(maker, kind, logged[0]?.log_id ?? '', ctx.now());
  await storeMark(tx, actor.orgId, caller.userId, mark);
  return mark;
}

const noteDigest = async ({ tenant, services }: OrgContext, mark: FileMark, digest: string) => {
  await services.db.write(tenant, [store.setDigests(tenant.orgId, hashOf(mark), [digest])]);
};

/** A made file with its digest stored, so that the public page can compare a copy. Bytes at once. */
export async function digestedBytes(ctx: OrgContext, mark: FileMark, bytes: Buffer): Promise<Buffer> {
  await noteDigest(ctx, mark, digestOf(bytes));
  return bytes;
}

/** The same for a stream: the digest is stored before its end. Without it the code still holds, only no copy compares. */
export async function* digested(
  ctx: OrgContext,
  mark: FileMark,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  await noteDigest(ctx, mark, hash.digest('hex')).catch((error: unknown) => {
    ctx.services.log.warn({ err: error, org_id: ctx.tenant.orgId }, 'the digest of a file could not be stored');
  });
}

/** The rows that a file shows about itself. */
export const markRows = ({ orgName, by, at, logId, code }: FileMark): [string, string][] => [
  ['单位', orgName],
  ['导出人', by],
  ['导出时间', minuteOf(at)],
  ['操作记录', logId],
  ['校验码', code],
  ['怎样核对', `打开本系统的 ${VERIFY_PAGE} 页，输入校验码，可以确认文件由本单位导出；还可以比对文件有没有改动`],
];

/** The second line of the footer of a page. */
export const markFoot = ({ code, logId }: FileMark): string =>
  `校验码 ${code}，在本系统 ${VERIFY_PAGE} 页核对　操作记录 ${logId}`;
