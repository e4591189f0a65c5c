import { useOne } from '@refinedev/core';
import type { Row } from '../../../../platform/resources/contract/resource.ts';
import { quietly } from '../../../../platform/ui/web/failure.ts';
import { textsOf } from '../planning/controls/values.ts';

/** A plan as its page shows it. */
export interface Plan {
  plan_id: string;
  plan_name: string;
  status: string;
  scale_ids: readonly string[];
  grades: readonly string[];
  starts_at: string;
  ends_at: string;
  schools: number;
  isWithdrawn: boolean;
  note?: string;
}

/** A row of the list call, whose fields come from the tenant's schema. */
export const planOf = (row: Readonly<Row>): Plan => ({
  plan_id: String(row['plan_id']),
  plan_name: String(row['plan_name']),
  status: String(row['status']),
  scale_ids: textsOf(row['scale_ids']),
  grades: textsOf(row['grades']),
  starts_at: String(row['starts_at']),
  ends_at: String(row['ends_at']),
  schools: Number(row['schools'] ?? 0),
  isWithdrawn: row['withdrawn_at'] !== undefined,
  ...(typeof row['note'] === 'string' && { note: row['note'] }),
});

/** The plan of a page, fetched each time: others may have changed it. */
export function usePlan(id: string) {
  const { query, result } = useOne<Row>({
    resource: 'bureau-plan',
    id,
    ...quietly,
    queryOptions: { enabled: id !== '', gcTime: 0 },
  });
  return { plan: result && planOf(result), error: query.error, refetch: () => void query.refetch() };
}
