import { describe, expect, it } from 'vitest';
import { userActs } from '../../../src/app/web/shell/user-acts.ts';
import { orgState, role, school, staff, student } from '../../support/msw-data.ts';

type Situation = Parameters<typeof userActs>[0];
const org2001 = { org_id: '2001', org_name: '一中', org_type: 2 };

const acts = (changed: Partial<Situation> = {}) =>
  userActs({
    current: { user: staff(), identity: 3, org: org2001, role: { role_id: 4, role_name: '超级管理员' } },
    org: orgState(),
    mayAuthorise: true,
    isCustomSite: false,
    page: 'index',
    mobile: false,
    ...changed,
  });
const as = (roles: number[], orgs = 1): Situation['current'] => ({
  user: staff({
    orgs: Array.from({ length: orgs }, (_, i) =>
      school(
        String(2001 + i),
        '校',
        roles.map((id) => role(id, String(id))),
      ),
    ),
  }),
  identity: 3,
  org: org2001,
  role: { role_id: roles[0] ?? 7, role_name: '' },
});

describe('the user menu', () => {
  it('contains the acts of the specification in its order', () => {
    expect(acts()).toEqual(['account', 'authorisedLogin', 'invitation', 'service', 'signOut']);
  });

  it('contains the export task list when no header shows it', () => {
    expect(acts({ mobile: true })).toContain('downloads');
  });

  it('contains the help centre when no header links to it, but not on its own page', () => {
    expect(acts({ mobile: true })).toContain('helpCenter');
    expect(acts({ mobile: true, page: 'help' })).not.toContain('helpCenter');
  });

  it('hides account settings on their own page', () => {
    expect(acts({ page: 'account' })).not.toContain('account');
  });

  it('contains authorised login only for roles that may create one', () => {
    expect(acts({ mayAuthorise: false })).not.toContain('authorisedLogin');
  });

  it('contains registration invitations only in formal service and not for institutions', () => {
    expect(acts({ org: orgState({ service_type: 1 }) })).not.toContain('invitation');
    expect(acts({ current: { ...as([4]), org: { ...org2001, org_type: 1 } } })).not.toContain('invitation');
  });

  it('hides customer service on a branded site', () => {
    expect(acts({ isCustomSite: true })).not.toContain('service');
  });

  it('offers another role when more than one remains without role 7', () => {
    expect(
      [acts({ current: as([8, 10]) }), acts({ current: as([7, 4]) }), acts({ current: as([8]) })].map((each) =>
        each.includes('switchRole'),
      ),
    ).toEqual([true, false, false]);
  });

  it('offers another organisation to members of several', () => {
    expect([acts({ current: as([4], 2) }), acts()].map((each) => each.includes('switchOrg'))).toEqual([true, false]);
  });

  it('contains only the acts of a student for a student', () => {
    expect(
      acts({
        current: { user: student(), identity: 1, org: org2001, role: null },
        org: undefined,
        mayAuthorise: false,
      }),
    ).toEqual(['account', 'helpCenter', 'service', 'signOut']);
  });
});
