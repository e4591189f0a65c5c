import { notReached } from '../../../../platform/access/server/not-reached.ts';
import { implement, type Implementation, type OrgCall } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { codesOf } from '../../../../platform/schema/labels.ts';
import { childrenNamed } from '../../../students/server/queries/students.ts';
import * as contract from '../../contract/crisis.ts';
import { SOURCE_TYPE, VALID_STATUS, WARN_SOURCE } from '../../rules/crisis.ts';
import { acknowledgeWarning } from '../acknowledge-warning.ts';
import { caseDetail, changeLevel, closeCase, writeStep } from '../cases.ts';
import { crisisCategories } from '../categories.ts';
import { childToReport, lockWarn, studentsNamed, warnsOfChild } from '../queries/warns.ts';
import { requireSources, requireWarn, shownHead, shownWarn } from '../read-warnings.ts';
import { reportWarning, type Report } from '../report-warning.ts';
import { requireConsulting } from '../require-consulting.ts';
import { changeVerdict, requireLevel, verifyWarning } from '../verify-warning.ts';

const SOURCES = [...codesOf('warn_source')].map(Number);
/** Default page of a student's warnings. */
const WARNS = 20;
/** Last digits of a number, which tell students of one name apart. */
const NO_END = 4;

const tenantOf = ({ actor: { orgId } }: OrgCall) => ({ orgId, userId: null });

/** The report of a person, as the one way in takes it. */
const asReport = ({
  child_id,
  category_ids,
  warn_content,
  source_type,
  student_consulting_id,
}: contract.CrisisReport): Report => ({
  childId: child_id,
  source: WARN_SOURCE.manual,
  categoryId: category_ids[0],
  content: warn_content,
  sourceType: source_type,
  studentConsultingId: source_type === SOURCE_TYPE.consulting ? (student_consulting_id ?? undefined) : undefined,
});

const report = async (tx: Tx, call: OrgCall, body: contract.CrisisReport) => {
  await requireConsulting(tx, call, body);
  return reportWarning(tx, call, call.services.access.scope(call.actor, 'student'), asReport(body));
};

/** A warning that the role reaches, locked. @throws AppError `notReached` */
async function lock(tx: Tx, { actor, services: { access } }: OrgCall, warnId: string) {
  const scope = access.scope(actor, 'warn');
  const [warn] = await tx.run(lockWarn(actor.orgId, scope, warnId));
  if (!warn) throw notReached(scope);
  return warn;
}

/** From a worry reported to a case closed (`spec §7`, crisis and warnings). */
export const crisisHandlers: readonly Implementation[] = [
  implement(contract.crisisCategories, async (call) => ({ items: crisisCategories(call) })),
  implement(contract.studentNamed, async (call, { query: { class_id, child_name } }) => {
    const {
      actor,
      services: { access, db },
    } = call;
    const [found] = await db.read(tenantOf(call), [
      studentsNamed(actor.orgId, access.scope(actor, 'student'), class_id, child_name.trim()),
    ]);
    return { items: found.map(({ student_no, ...child }) => ({ ...child, no_end: student_no.slice(-NO_END) })) };
  }),
  implement(contract.reportWarning, (call, { body }) =>
    call.services.db.transaction(tenantOf(call), async (tx) => ({ warn_id: (await report(tx, call, body)).warnId })),
  ),
  implement(contract.reportCrisis, (call, { body: { crisis_level, file_ids = [], reason, ...body } }) =>
    call.services.db.transaction(tenantOf(call), async (tx) => {
      const { warnId } = await report(tx, call, body);
      const { caseId = '' } = await verifyWarning(tx, call, await lock(tx, call, warnId), {
        validStatus: VALID_STATUS.valid,
        level: crisis_level,
        reason: reason ?? '',
        fileIds: file_ids,
      });
      return { warn_id: warnId, case_id: caseId };
    }),
  ),
  implement(contract.warnDetail, async (call, { params: { id } }) => shownWarn(call, await requireWarn(call, id))),
  implement(contract.childWarns, async (call, { params: { id }, query: { page = 1, size = WARNS } }) => {
    const {
      actor,
      services: { access, db },
    } = call;
    await requireSources(call, SOURCES);
    const scope = access.scope(actor, 'warn');
    const [[named]] = await db.read(tenantOf(call), [childrenNamed(actor.orgId, [id])]);
    const [[child], warns] = await db.read(tenantOf(call), [
      childToReport(actor.orgId, scope, named?.child_id ?? id),
      warnsOfChild(actor.orgId, named?.child_id ?? id),
    ]);
    if (!child) throw notReached(scope);
    return { total: warns.length, items: warns.slice((page - 1) * size, page * size).map(shownHead) };
  }),
  implement(
    contract.verifyWarning,
    async (call, { params: { id }, body: { valid_status, crisis_level, file_ids = [], reason } }) => {
      await requireWarn(call, id);
      const level = requireLevel(valid_status, crisis_level);
      await call.services.db.transaction(tenantOf(call), async (tx) =>
        verifyWarning(tx, call, await lock(tx, call, id), {
          validStatus: valid_status,
          level,
          reason: reason ?? '',
          fileIds: file_ids,
        }),
      );
      return shownWarn(call, await requireWarn(call, id));
    },
  ),
  implement(
    contract.changeVerdict,
    async (call, { params: { id }, body: { crisis_level, file_ids, reason, version } }) => {
      await requireWarn(call, id);
      await call.services.db.transaction(tenantOf(call), async (tx) =>
        changeVerdict(tx, call, await lock(tx, call, id), {
          level: crisis_level,
          reason: reason ?? undefined,
          fileIds: file_ids,
          version,
        }),
      );
      return shownWarn(call, await requireWarn(call, id));
    },
  ),
  implement(contract.acknowledgeWarning, (call, { params }) => acknowledgeWarning(call, params.id)),
  implement(contract.caseDetail, (call, { params, query }) => caseDetail(call, params.id, query)),
  implement(
    contract.addCaseStep,
    (call, { params, body: { kind, content, file_ids = [], restricted = false, amends } }) =>
      writeStep(call, params.id, { kind, content, fileIds: file_ids, restricted, amends }),
  ),
  implement(contract.changeCaseLevel, async (call, { params, body: { crisis_level: level, ...body } }) => {
    await changeLevel(call, params.id, { level, ...body });
    return { ok: true } as const;
  }),
  implement(contract.closeCase, async (call, { params, body }) => {
    await closeCase(call, params.id, body);
    return { ok: true } as const;
  }),
];
