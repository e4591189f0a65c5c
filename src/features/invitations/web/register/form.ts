import { MOBILE } from '../../../../platform/contract/common.ts';
import type { Invited } from '../../contract/registration.ts';
import type { ApplicationKind } from '../../rules/application.ts';

/** What a person types, beside the password. Kept in the page only: a reload forgets it. */
export interface Typed {
  kind: ApplicationKind;
  name: string;
  no: string;
  sex: 1 | 2 | undefined;
  classId: string | undefined;
  mobile: string;
  code: string;
}

export const EMPTY: Typed = {
  kind: 'enrol',
  name: '',
  no: '',
  sex: undefined,
  classId: undefined,
  mobile: '',
  code: '',
};

/** Field of the form, in its order; the ids of the inputs. */
export const FIELDS = ['name', 'no', 'sex', 'classId', 'mobile', 'code'] as const;
export type FieldName = (typeof FIELDS)[number];
export type Problems = Partial<Record<FieldName, string | undefined>>;

const NUMBER = /^[A-Za-z0-9._-]+$/;

/** Text keys of what is missing or wrong. */
export function problemsOf({ kind, name, no, sex, classId, mobile, code }: Typed, invited: Invited) {
  const number = no.trim() === '' ? ('registration.noRequired' as const) : undefined;
  return {
    name: name.trim() === '' ? ('registration.nameRequired' as const) : undefined,
    no: number ?? (NUMBER.test(no.trim()) ? undefined : ('registration.noWrong' as const)),
    sex: kind === 'enrol' && sex === undefined ? ('registration.sexRequired' as const) : undefined,
    classId:
      invited.class_name === undefined && classId === undefined ? ('registration.classRequired' as const) : undefined,
    mobile: invited.mobile_required && !MOBILE.test(mobile.trim()) ? ('account.mobileRequired' as const) : undefined,
    code: invited.mobile_required && code.trim() === '' ? ('codes.required' as const) : undefined,
  };
}

/** Field of the form for a field of the call. */
const OF_CALL: Readonly<Record<string, FieldName>> = {
  '/child_name': 'name',
  '/student_no': 'no',
  '/sex': 'sex',
  '/class_id': 'classId',
  '/mobile': 'mobile',
  '/code': 'code',
};
export const fieldOf = (pointer: string): FieldName | undefined => OF_CALL[pointer];
