import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { KeyRing } from '../../../platform/crypto/server/data-keys.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { makerOf, type Maker } from '../../../platform/file-codes/server/file-mark.ts';
import { isServiceExpired } from '../../../platform/jobs/server/tenant-chore.ts';
import type { Section, send } from '../contract.ts';
import type { Part } from '../rules.ts';
import { basisOf, leavingDay, receiverOf, studentToTransfer, type StudentToTransfer } from './check-request.ts';
import { gatherContent } from './gather-content.ts';

/** What the summary is made of. */
const SUMMED: ReadonlySet<Part> = new Set<Part>(['base', 'results', 'follow_ups']);

/** Everything about a transfer that is made before its transaction. */
export interface Prepared {
  transferId: string;
  student: StudentToTransfer;
  to: { orgId: string | null; name: string };
  /** The key ring of the receiving school; undefined for another system. */
  ring: KeyRing | undefined;
  maker: Maker;
  parts: Part[];
  sections: readonly Section[];
  summary?: Buffer;
  basis: readonly (readonly [string, string])[];
  leavesOn: string | null;
}

function chosenOf(sections: readonly Section[], parts: readonly Part[]): Section[] {
  const chosen = sections.filter(({ part }) => parts.includes(part));
  if (chosen.length === 0) throw invalidWithMessage('/parts', '所选的部分都没有内容');
  if (parts.includes('summary') && !chosen.some(({ part }) => SUMMED.has(part)))
    throw invalidWithMessage('/parts', '摘要由基本信息、测评结果、预警和跟进做成，请至少再选其中一项');
  return chosen;
}

/** The ring of the school that will read the package. @throws AppError PSY_INVALID_INPUT while its keys are locked */
async function ringOfReceiver({ services }: OrgContext, orgId: string | null): Promise<KeyRing | undefined> {
  if (orgId === null) return undefined;
  try {
    return await services.keys.ring(orgId);
  } catch (error) {
    if (isServiceExpired(error)) throw invalidWithMessage('/to/org_id', '这所学校的服务已经到期，暂时不能接收');
    throw error;
  }
}

/**
 * Checks a transfer and gathers its contents; the summary is made after its disclosure is in the log.
 *
 * @throws AppError `notFoundInScope`, PSY_INVALID_INPUT
 */
export async function preparePackage(ctx: OrgContext, id: string, wanted: BodyOf<typeof send>): Promise<Prepared> {
  const student = await studentToTransfer(ctx, id);
  const to = await receiverOf(ctx, wanted.to);
  const basis = await basisOf(ctx, student.child_id, wanted.basis);
  const leavesOn = leavingDay(ctx, student, wanted.leaves_on);
  const ring = await ringOfReceiver(ctx, to.orgId);
  const { sections: all } = await gatherContent(ctx, student.child_id);
  const sections = chosenOf(all, wanted.parts);
  const maker = await makerOf(ctx);
  const transferId = newId(ctx.services.clock);
  return { transferId, student, to, ring, maker, parts: wanted.parts, sections, basis, leavesOn };
}
