import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { requireChild } from '../../students/server/public.ts';
import type * as contract from '../contract.ts';
import { bodyAt, recordSummaryAt } from './contents.ts';
import { recordsOf, sectionsOf, summaryOf } from './queries/received.ts';

/** What former schools have handed over about a student. @throws AppError `notFoundInScope` */
export async function readFormerRecords(ctx: OrgContext, id: string): Promise<DataOf<typeof contract.formerRecords>> {
  const { orgId } = ctx.actor;
  const childId = await requireChild(ctx, id);
  const [records, sections] = await ctx.read([recordsOf(orgId, childId), sectionsOf(orgId, childId)]);
  if (records.length === 0) return { items: [] };
  const ring = await ctx.services.keys.ring(orgId);
  return {
    items: records.map((record) => ({
      ...record,
      sections: sections
        .filter(({ transfer_id }) => transfer_id === record.transfer_id)
        .map(({ section_id, part, title, body }) => ({
          part,
          title,
          rows: JSON.parse(ring.decryptText(body, bodyAt(section_id))) as [string, string][],
        })),
    })),
  };
}

/** The summary as the former school has made it. @throws AppError `notFoundInScope` */
export async function readFormerSummary(ctx: OrgContext, id: string, transferId: string): Promise<Blob> {
  const { orgId } = ctx.actor;
  const childId = await requireChild(ctx, id);
  const [[found]] = await ctx.read([summaryOf(orgId, childId, transferId)]);
  if (!found || found.summary === null) throw notFoundInScope(ctx.services.access.scope(ctx.actor, 'student'));
  const base64 = await ctx.services.keys.decryptText(orgId, found.summary, recordSummaryAt(transferId));
  return {
    contentType: 'application/pdf',
    fileName: cleanFileName(`${found.from_name}_转学摘要_${dayOf(Date.parse(found.sent_at))}.pdf`),
    body: Buffer.from(base64, 'base64'),
  };
}
