import type { DemoPart } from '../../../platform/demo/server/demo.ts';

declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    sites: { org_id: string; host: string; is_custom: boolean; site_name: string; company_slogan: string }[];
  }
}

export const demo: DemoPart = {
  rows: ({ spec: { org_id, site } }) => ({ sites: [{ org_id, ...site }] }),
};
