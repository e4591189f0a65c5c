import { describe, expect, it } from 'vitest';
import type { RightsHolder } from '../../../src/platform/access/server/rights.ts';
import { INSTITUTION, load, SCHOOL } from './support/load.ts';
import { EXPECTED, ROLES } from './support/rights-table.ts';

const security = (flags: Record<string, boolean>) => ({
  verified: new Set<string>(),
  masking: true,
  watermark: true,
  authenticatorRequired: false,
  flags,
});
const holder = (given: Partial<RightsHolder>): RightsHolder => ({
  roleId: 4,
  orgType: SCHOOL,
  eduLevel: 1,
  features: new Set(),
  ...given,
});

describe('the reason of a refusal', async () => {
  const { decide, explain } = await load();

  it('is the role, with those that may open the page', () => {
    expect(explain(holder({ roleId: 10 }), 'operation-log')).toEqual([{ condition: 'role', needs: ['4', '5'] }]);
  });

  it('is the kind of organisation', () => {
    expect(explain(holder({ roleId: 1, orgType: INSTITUTION }), 'exam')).toEqual([
      { condition: 'role', needs: ['4', '5', '8', '12', '14'] },
    ]);
    expect(explain(holder({ orgType: INSTITUTION }), 'batch-modify-password')).toEqual([
      { condition: 'org_type', needs: ['2'] },
    ]);
  });

  it('is the level of education', () => {
    expect(explain(holder({}), 'org-manage/faculty')).toEqual([{ condition: 'edu_level', needs: ['2', '3'] }]);
  });

  it('is a feature that the school has not opened', () => {
    expect(explain(holder({}), 'ai-chat')).toEqual([{ condition: 'feature', needs: ['ai'] }]);
    expect(explain(holder({ features: new Set(['ai']) }), 'ai-chat')).toEqual([]);
  });

  it('is the flag of the role', () => {
    const features = new Set(['warning', 'crisis']);
    const off = holder({ roleId: 10, features, security: security({}) });
    expect(explain(off, 'warning/manual')).toEqual([
      { condition: 'flag', needs: ['student_risk_view', 'head_class_teacher_check_wraning'] },
    ]);
    expect(explain({ ...off, security: security({ student_risk_view: true }) }, 'warning/manual')).toEqual([]);
  });

  it('is that of the area above, where this one is closed', () => {
    expect(explain(holder({ roleId: 7 }), 'org-manage/class')).toEqual([
      { condition: 'role', needs: ['1', '2', '3', '4', '5', '8', '9', '10', '12', '14'] },
    ]);
  });

  it('exists exactly where the page is closed, for every role and kind of organisation', () => {
    for (const area of Object.keys(EXPECTED))
      for (const roleId of ROLES)
        for (const orgType of [INSTITUTION, SCHOOL]) {
          const actor = holder({ roleId, orgType });
          expect([area, roleId, orgType, explain(actor, area).length > 0]).toEqual([
            area,
            roleId,
            orgType,
            !decide(actor, area, 'open'),
          ]);
        }
  });
});
