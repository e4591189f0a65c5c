import phq9 from '../../../../schemas/scales/phq-9.json' with { type: 'json' };
import type { DemoPart, DemoTenant } from '../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../platform/demo/server/people.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';

const DAY_MS = 86_400_000;

/** Rows of the demo: releases of packs. */
export interface ScreeningRows {
  scale_releases: {
    org_id: string;
    scale_id: string;
    version: string;
    user_id: string;
    role_id: number;
    released_at: string;
  }[];
}

declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows extends ScreeningRows {}
}

/** Packs with items about suicide, released by the psychology teacher and the administrator. */
const releases = ({ spec: { org_id }, demo: { now } }: DemoTenant): ScreeningRows['scale_releases'] =>
  [8, 4].map((role_id, i) => ({
    org_id,
    scale_id: phq9.id,
    version: phq9.version,
    user_id: userId(staffLogin(org_id, role_id)),
    role_id,
    released_at: isoTime(now - (400 - i) * DAY_MS),
  }));

export const demo: DemoPart = {
  after: ['staff', 'students'],
  rows: (tenant) => (tenant.spec.school ? { scale_releases: releases(tenant) } : {}),
};
