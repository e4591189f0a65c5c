import { sameValue } from './json.ts';
import type { EntitySchema } from './types.ts';

/** How the views of two schemas differ, as text for the person who decides on it. */
export function viewDifferences(was: EntitySchema, is: EntitySchema): string[] {
  const [before, after] = [was, is].map((schema) => schema['x-resource'].views ?? []);
  const removed = before?.filter(({ key }) => !after?.some((one) => one.key === key)) ?? [];
  return [
    ...removed.map(({ title }) => `删除视图“${title}”`),
    ...(after ?? []).flatMap((view) => {
      const old = before?.find(({ key }) => key === view.key);
      if (!old) return [`新增视图“${view.title}”`];
      return sameValue(old, view) ? [] : [`视图“${view.title}”改变`];
    }),
  ];
}
