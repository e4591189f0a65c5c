import { useOne } from '@refinedev/core';
import type { Row } from '../../../../platform/resources/contract/resource.ts';
import { nameKeyOf } from '../../../../platform/schema/references.ts';
import { quietly } from '../../../../platform/ui/web/failure.ts';

/** A plan as its page shows it. */
export interface Exam {
  exam_id: string;
  exam_name: string;
  status: string;
  scale_ids: readonly string[];
  /** Norm set by scale; a scale without one uses its first. */
  norm_sets: Readonly<Record<string, string>>;
  starts_at?: string;
  ends_at?: string;
  place: number;
  consent_required: boolean;
  consent_text?: string;
  /** The institution's plan that binds it. */
  bureau_plan_id?: string;
  /** The plan of which it is a copy. */
  copied_from?: { exam_id: string; exam_name: string };
  students: number;
  submitted: number;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

const textByKey = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/** A row of the list call, whose fields come from the tenant's schema. */
export function examOf(row: Readonly<Row>): Exam {
  const [starts, ends, consent] = [textOf(row['starts_at']), textOf(row['ends_at']), textOf(row['consent_text'])];
  const plan = textOf(row['bureau_plan_id']);
  const [source, sourceName] = [textOf(row['copied_from']), textOf(row[nameKeyOf('copied_from')])];
  return {
    exam_id: String(row['exam_id']),
    exam_name: String(row['exam_name']),
    status: String(row['status']),
    scale_ids: stringsOf(row['scale_ids']),
    norm_sets: textByKey(row['norm_sets']),
    ...(starts !== undefined && { starts_at: starts }),
    ...(ends !== undefined && { ends_at: ends }),
    place: Number(row['place']),
    consent_required: row['consent_required'] === true,
    ...(consent !== undefined && { consent_text: consent }),
    ...(plan !== undefined && { bureau_plan_id: plan }),
    ...(source !== undefined && { copied_from: { exam_id: source, exam_name: sourceName ?? source } }),
    students: Number(row['students'] ?? 0),
    submitted: Number(row['submitted'] ?? 0),
  };
}

/** The plan of a page, fetched each time: others may have changed it. */
export function useExam(id: string) {
  const { query, result } = useOne<Row>({
    resource: 'exam',
    id,
    ...quietly,
    queryOptions: { enabled: id !== '', gcTime: 0 },
  });
  return { exam: result && examOf(result), error: query.error, refetch: () => void query.refetch() };
}
