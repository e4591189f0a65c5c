import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { archiveSettings } from '../contract.ts';

/** The role's rights to archives and their protection. */
export function readArchiveSettings({ actor, services: { access } }: OrgContext): DataOf<typeof archiveSettings> {
  const { flags, verified, masking, watermark } = actor.security;
  const open = access.decide(actor, 'student/archive', OPEN);
  // A role without flags sees all parts; otherwise only those that are turned on.
  const sees = (flag: string) => open && (flags[flag] ?? true);
  return {
    archive_open: open,
    student_report_view: sees('student_report_view'),
    student_risk_view: sees('student_risk_view'),
    head_class_teacher_check_wraning: sees('head_class_teacher_check_wraning'),
    authorization_secondary: verified.has('student/archive'),
    desensitization: masking,
    watermark,
  };
}
