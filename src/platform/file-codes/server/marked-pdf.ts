import type { OrgContext } from '../../context/server/context.ts';
import { accountById } from '../../identity/server/queries/accounts.ts';
import { pdfWriter, type PrintedDocument } from '../../pdf/server/write-pdf.ts';
import { minuteOf } from '../../schema/wall-clock.ts';
import { markFoot, type FileMark } from './file-mark.ts';

const NOTICE = '内部资料，请勿外传';

/** A document without what the mark says about it. */
export type MarkedDocument = Omit<PrintedDocument, 'about' | 'foot' | 'mark' | 'watermark'> & {
  /** What every page says beside the maker and the time. */
  note: string;
  /** It is made to be given to others: without the watermark. */
  isForOthers?: boolean;
};

/**
 * A PDF that carries its mark: organisation, maker, time and code, with the watermark that the organisation has on its
 * pages.
 */
export async function markedPdf(
  ctx: OrgContext,
  mark: FileMark,
  { note, isForOthers = false, ...document }: MarkedDocument,
): Promise<Uint8Array> {
  const [[account]] = await ctx.personal.read([accountById(ctx.caller.userId)]);
  const watermark =
    ctx.actor.security.watermark && !isForOthers ? [NOTICE, `${mark.by} ${account?.login_name ?? ''}`] : undefined;
  const write = await pdfWriter();
  return write({
    ...document,
    about: mark.orgName,
    foot: `${mark.by}于 ${minuteOf(mark.at)} 导出，${note}`,
    mark: markFoot(mark),
    watermark,
  });
}
