import type { DemoPart } from '../../../../platform/demo/server/demo.ts';
import { addCase } from './cases.ts';
import { SCHOOLS } from './schools.ts';
import { addScreened } from './screened.ts';
import { settingOf } from './setting.ts';
import { addSingleWarnings } from './warnings.ts';

export const demo: DemoPart = {
  after: ['classes', 'staff', 'students', 'screening'],
  rows(tenant) {
    const school = SCHOOLS[tenant.spec.org_id];
    if (!school) return {};
    const setting = settingOf(tenant);
    for (const story of school.cases) addCase(setting, story);
    addSingleWarnings(setting, school);
    addScreened(setting, tenant.screened ?? []);
    return { ...setting.rows };
  },
};
