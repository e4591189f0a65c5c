import type { DemoPart } from '../../../../platform/demo/server/demo.ts';
import { happenedRecords } from './happened.ts';
import { demoRecords } from './records.ts';
import type { RecordRows } from './rows.ts';

declare module '../../../../platform/demo/server/demo.ts' {
  interface DemoTenant {
    records?: RecordRows;
  }
}

export const demo: DemoPart = {
  after: ['students', 'crisis'],
  draw(tenant) {
    tenant.records = demoRecords(tenant);
    tenant.happened = tenant.records && happenedRecords(tenant.records);
  },
  rows: ({ records }) => ({ ...records }),
};
