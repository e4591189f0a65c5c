import type { RequestContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { proveMobileCode } from '../../../platform/identity/server/mobile-codes.ts';
import { SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { requireStrong } from '../../account/server/public.ts';
import { classesToJoin } from '../../classes/server/public.ts';
import { NOT_CURRENT, studentLogin } from '../../students/server/public.ts';
import type { Found } from './find-invitation.ts';

/** What a person typed. */
export interface Person {
  child_name: string;
  student_no: string;
  sex?: number | null;
  class_id?: string | null;
  password: string;
  mobile?: string | null;
  code?: string | null;
}

/**
 * Checks a registration by the school's own schema of students, and its password. It compares with nobody: an answer
 * says nothing about who is on the roll.
 *
 * @returns The class that the student joins
 * @throws AppError PSY_INVALID_INPUT with the fields
 */
export async function checkPerson(
  { services: { schemas, db } }: RequestContext,
  { orgId, invitation }: Found,
  { child_name, student_no, sex, class_id, password, mobile }: Person,
): Promise<string> {
  const body = { child_name, student_no, ...(sex != null && { sex }) };
  const details = schemas
    .entity(orgId, 'student')
    .check('create', body)
    // Fields that the form does not ask for are completed by the school.
    .filter(({ field }) => Object.hasOwn(body, field.slice(1)));
  const chosen = invitation.class_id ?? class_id ?? '';
  if (chosen === '') details.push({ field: '/class_id', message: '请选择班级' });
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  const [[found]] = await db.read({ orgId, userId: null }, [classesToJoin(orgId, { kind: 'all' }, [chosen])]);
  if (!found?.is_current) throw invalid('/class_id', NOT_CURRENT);
  requireStrong(
    password,
    { login_name: studentLogin(orgId, student_no), real_name: child_name, mobile: mobile ?? null },
    '/password',
  );
  return chosen;
}

/**
 * The mobile of a registration, proved by the code that was sent to it; null where the school does not ask for one.
 *
 * @throws AppError PSY_INVALID_INPUT, AC_IDENTIFY_CODE_WRONG
 */
export async function proveMobile(
  ctx: RequestContext,
  { mobileRequired }: Found,
  { mobile, code }: Person,
): Promise<string | null> {
  if (!mobileRequired) return null;
  if (mobile == null) throw invalid('/mobile', '请输入 11 位手机号');
  if (code == null || code.trim() === '') throw invalid('/code', '请输入验证码');
  await proveMobileCode(ctx, { purpose: SMS_PURPOSE.signUp, mobile }, code);
  return mobile;
}
