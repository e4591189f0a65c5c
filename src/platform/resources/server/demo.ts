import type { DemoPart } from '../../demo/server/demo.ts';

declare module '../../demo/server/rows.ts' {
  interface DemoRows {
    tenant_rows: {
      org_id: string;
      entity: string;
      row_id: string;
      ext: Record<string, unknown>;
      created_at: string;
      updated_at: string;
    }[];
  }
}

/** Rows of resources that only one tenant has. */
export const demo: DemoPart = {
  rows: ({ spec: { org_id, ownResources = {} } }) => ({
    tenant_rows: Object.entries(ownResources).flatMap(([entity, items]) =>
      items.map((ext, i) => {
        const at = `2026-09-${String(i + 1).padStart(2, '0')}T10:00:00+08:00`;
        return {
          org_id,
          entity,
          row_id: `${entity.slice(0, 1)}${org_id}-${i + 1}`,
          ext,
          created_at: at,
          updated_at: at,
        };
      }),
    ),
  }),
};
