import { labelOf } from '../../../platform/schema/labels.ts';

/** What the entry says itself. */
const REPEATED = new Set(['org_id', 'org_name']);
/** Facts with more parts than a line can show, such as the rows of each table. */
const isShown = (value: unknown): boolean =>
  value !== null && value !== '' && (typeof value !== 'object' || Array.isArray(value));

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  return Array.isArray(value) ? value.join('、') : String(value);
}

/** The facts of an act on an organisation as a page shows them. */
export const factsOf = (facts: Readonly<Record<string, unknown>> | null): { label: string; value: string }[] =>
  Object.entries(facts ?? {})
    .filter(([name, value]) => !REPEATED.has(name) && isShown(value))
    .map(([name, value]) => ({ label: labelOf('audit_fact', name), value: textOf(value) }));
