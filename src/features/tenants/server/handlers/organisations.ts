import { FEATURES } from '../../../../platform/access/software-features.ts';
import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import * as contract from '../../contract/organisations.ts';
import { changeOrganisation } from '../change-organisation.ts';
import { foundBySheet, foundOrganisation, previewSheet } from '../new-organisations/found-organisations.ts';
import { sheetTemplate } from '../new-organisations/sheet-template.ts';
import { operatorIn } from '../platform-log.ts';
import { readLog } from '../read-log.ts';
import { readOpenWork } from '../read-open-work.ts';
import { readOrganisations } from '../read-organisations.ts';
import { renewTerm } from '../renew-term.ts';
import { requireOrganisation } from '../require-organisation.ts';
import { resumeOrganisation, suspendOrganisation } from '../suspend-organisation.ts';

const done = { ok: true } as const;

export const tenantHandlers: readonly Implementation[] = [
  implement(contract.organisations, async ({ services }) => {
    const items = await readOrganisations(services);
    const features = FEATURES.map((value) => ({ value, label: labelOf('product', value.toLowerCase()) }));
    return { total: items.length, items, features };
  }),
  implement(contract.openWork, async ({ services }, { params }) => {
    await requireOrganisation(services, params.id);
    const { warnings, cases } = await readOpenWork(services, params.id);
    const [oldest] = [...warnings.map(({ reportedAt }) => reportedAt), ...cases.map(({ openedAt }) => openedAt)].sort();
    return { warnings: warnings.length, cases: cases.length, ...(oldest !== undefined && { oldest }) };
  }),
  implement(contract.suspend, async (ctx, { params, body }) => {
    await requireOrganisation(ctx.services, params.id);
    await suspendOrganisation(ctx.services, operatorIn(ctx), params.id, {
      reason: body.reason,
      confirmsOpenCases: body.confirm_open_cases,
    });
    return done;
  }),
  implement(contract.resume, async (ctx, { params, body }) => {
    await requireOrganisation(ctx.services, params.id);
    await resumeOrganisation(ctx.services, operatorIn(ctx), params.id, body.reason);
    return done;
  }),
  implement(contract.change, async (ctx, { params, body: { features, parent_org_id: parent } }) => {
    await requireOrganisation(ctx.services, params.id);
    if (features?.some((feature) => !FEATURES.some((known) => known === feature)))
      throw new AppError('PSY_INVALID_INPUT');
    await changeOrganisation(ctx.services, operatorIn(ctx), params.id, {
      ...(features && { features }),
      ...(parent !== undefined && { parent }),
    });
    return done;
  }),
  implement(contract.renew, async (ctx, { params, body: { until, service_type, protection_days } }) => {
    await requireOrganisation(ctx.services, params.id);
    await renewTerm(ctx.services, operatorIn(ctx), params.id, {
      until,
      serviceType: service_type,
      protectionDays: protection_days,
    });
    return done;
  }),
  implement(contract.createOrganisation, (ctx, { body }) =>
    foundOrganisation(ctx.services, operatorIn(ctx), body.document),
  ),
  implement(contract.previewSheet, async ({ services }, { body }) => ({ rows: await previewSheet(services, body) })),
  implement(contract.createBySheet, async (ctx, { body }) => ({
    rows: await foundBySheet(ctx.services, operatorIn(ctx), body),
  })),
  implement(contract.sheetTemplate, sheetTemplate),
  implement(contract.platformLog, (ctx, { query }) => readLog(ctx, query)),
];
