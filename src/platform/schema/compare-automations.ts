import { sameValue } from './json.ts';
import type { EntitySchema } from './types.ts';

interface Titled {
  key: string;
  title: string;
  off?: true;
}

function listDifferences(what: string, before: readonly Titled[] = [], after: readonly Titled[] = []): string[] {
  const find = (all: readonly Titled[], { key }: Titled) => all.find((one) => one.key === key);
  return [
    ...before.filter((one) => !find(after, one)).map(({ title }) => `删除${what}“${title}”`),
    ...after.flatMap((one) => {
      const old = find(before, one);
      if (!old) return [`新增${what}“${one.title}”`];
      if (!old.off && one.off) return [`停用${what}“${one.title}”`];
      if (old.off && !one.off) return [`启用${what}“${one.title}”`];
      return sameValue(old, one) ? [] : [`${what}“${one.title}”改变`];
    }),
  ];
}

/** How automations and print templates of two schemas differ, as text for the person who decides on it. */
export function automationDifferences(was: EntitySchema, is: EntitySchema): string[] {
  const [before, after] = [was['x-resource'], is['x-resource']];
  return [
    ...listDifferences('自动化', before.automations, after.automations),
    ...listDifferences('打印模板', before.prints, after.prints),
  ];
}
