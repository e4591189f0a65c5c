import type { DemoPart } from '../../../platform/demo/server/demo.ts';
import { childName, FEMALE, MALE } from '../../../platform/demo/server/names.ts';
import { staffLogin, userId } from '../../../platform/demo/server/people.ts';
import { randomOf } from '../../../platform/demo/server/random.ts';
import type { DemoRows } from '../../../platform/demo/server/rows.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { TERMS_VERSION, type ApplicationKind } from '../rules/application.ts';
import { CODE_TYPE } from '../rules/codes.ts';

declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    invitations: {
      org_id: string;
      invitation_id: string;
      code_hash: string;
      code_type: number;
      valid_minutes: number;
      max_registrations: number;
      used: number;
      maker: Requester;
      created_by: string;
      created_at: string;
      expires_at: string;
    }[];
    student_applications: {
      org_id: string;
      application_id: string;
      invitation_id: string;
      ticket: string;
      kind: ApplicationKind;
      child_name: string;
      name_pinyin: string;
      student_no: string;
      sex?: number;
      class_id: string;
      password_hash: string;
      terms: number;
      created_at: string;
    }[];
  }
}

/** The school that shows every software feature. */
const SHOWN = '2001';
const ADMINISTRATOR = 4;
const HOUR_MS = 3_600_000;
const MINUTES = 525_600;
const MOST = 60;

/** Nobody has its code: like any other, it was shown once. */
function invitationOf(org_id: string, now: number, used: number): DemoRows['invitations'][number] {
  const made = now - 50 * HOUR_MS;
  const created_by = userId(staffLogin(org_id, ADMINISTRATOR));
  return {
    org_id,
    invitation_id: `iv${org_id}-1`,
    code_hash: `demo-${org_id}-1`,
    code_type: CODE_TYPE.group,
    valid_minutes: MINUTES,
    max_registrations: MOST,
    used,
    maker: {
      user_id: created_by,
      session_id: 'demo',
      chain_id: 'demo',
      signed_in_with: 'web',
      app_kind: 'web',
      org_type: 2,
      role_id: ADMINISTRATOR,
      request_id: 'demo',
      address: '127.0.0.1',
      device: '',
      verified: false,
    },
    created_by,
    created_at: isoTime(made),
    expires_at: isoTime(made + MINUTES * 60_000),
  };
}

/** Two newcomers, and one who says to be a student on the roll. They sign in with the demo's password once accepted. */
export const demo: DemoPart = {
  after: ['students'],
  rows({ spec: { org_id }, demo: { now, accounts }, students = [] }) {
    const [known] = students;
    if (org_id !== SHOWN || !known) return {};
    const random = randomOf(`registrations ${org_id}`);
    const newcomers = [FEMALE, MALE].map((sex, i) => ({
      name: childName(random, sex),
      sex,
      kind: 'enrol' as const,
      no: `2026309${i + 1}`,
    }));
    const registered = [...newcomers, { name: known.name, kind: 'account' as const, no: known.student_no }];
    const password_hash = accounts.get(userId(known.login))?.password_hash ?? '';
    const invitation = invitationOf(org_id, now, registered.length);
    return {
      invitations: [invitation],
      student_applications: registered.map(({ name, kind, no, ...more }, i) => ({
        org_id,
        application_id: `ap${org_id}-${i + 1}`,
        invitation_id: invitation.invitation_id,
        ticket: `demo-${i + 1}`,
        kind,
        child_name: name.name,
        name_pinyin: name.pinyin,
        student_no: no,
        ...more,
        class_id: known.class.class_id,
        password_hash,
        terms: TERMS_VERSION,
        created_at: isoTime(now - (30 - 8 * i) * HOUR_MS),
      })),
    };
  },
};
