import { OPEN } from '../../../platform/access/server/rights.ts';
import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { printRowAs } from '../../../platform/resources/server/print-row.ts';
import type { studioPrint } from '../contract.ts';
import type { StudioSubject } from './studio-subjects.ts';

/**
 * A row as a template of a draft prints it, with what the caller sees of it now.
 *
 * @throws AppError PSY_INVALID_INPUT with all findings; PSY_NOT_FOUND without the template, or the right to the rows
 */
export async function previewPrint(
  ctx: OrgContext,
  { name, schema }: StudioSubject,
  { overlay, key, id }: BodyOf<typeof studioPrint>,
): Promise<Blob> {
  const {
    actor,
    services: { access, schemas },
  } = ctx;
  const verdict = schemas.validateOverlay(actor.orgId, name, overlay);
  if (!verdict.ok)
    throw new AppError('PSY_INVALID_INPUT', {
      details: verdict.findings.map(({ pointer, reason, fix }) => ({
        field: `/overlay${pointer}`,
        message: `${reason}。${fix}`,
      })),
    });
  const template = verdict.schema['x-resource'].prints?.find((one) => one.key === key);
  if (!template || !access.decide(actor, schema['x-resource'].area, OPEN)) throw new AppError('PSY_NOT_FOUND');
  return printRowAs(ctx, schemas.entity(actor.orgId, name), id, template);
}
