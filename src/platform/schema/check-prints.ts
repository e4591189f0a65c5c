import { isOwn } from './own-resource.ts';
import type { Report } from './problem.ts';
import type { EntitySchema } from './types.ts';

/** Checks the print templates of an entity: fields in use, and keys that can be told apart. */
export function checkPrints(schema: EntitySchema, report: Report): void {
  const { prints = [] } = schema['x-resource'];
  if (prints.length > 0 && !isOwn(schema))
    report(['x-resource', 'prints'], '只有本校自己的资源能有打印模板', '删去 prints');
  for (const [i, { key, fields }] of prints.entries()) {
    const at = ['x-resource', 'prints', String(i)];
    if (prints.findIndex((one) => one.key === key) < i)
      report([...at, 'key'], `有两个打印模板的标识都是 ${key}`, '换一个标识');
    for (const [j, name] of fields.entries()) {
      const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (!field || field['x-hidden'])
        report([...at, 'fields', String(j)], `${name} 不是在用的字段`, '改正名字，或者删去');
    }
  }
}
