import type { Schemas } from './check-automations.ts';
import { isUsable } from './check-expressions.ts';
import { variablesOf } from './expressions/check-expression.ts';
import { pointer } from './json.ts';
import { isOwn } from './own-resource.ts';
import type { Finding } from './problem.ts';
import { dividingReferences } from './references.ts';
import { isRelated, relatedBy, relatedIn, type Related } from './relations.ts';
import type { EntitySchema } from './types.ts';

/**
 * Why a computed field may not take a value from related rows: who sees the result has to be able to see these rows,
 * and their values in clear.
 */
export function relationProblem(schema: EntitySchema, { entity, of }: Related, all: Schemas): string | undefined {
  const target = Object.hasOwn(all, entity) ? all[entity] : undefined;
  if (!target || !isOwn(target)) return '计算只能用本校自己的资源的字段';
  const { title } = target;
  if (target['x-resource'].area !== schema['x-resource'].area)
    return `有权查看${schema.title}的人员不一定能查看${title}，不能用它的字段计算`;
  if (dividingReferences(target).length > 0) return `${title}只在各自的管理范围内可见，不能用它的字段计算`;
  const field = Object.hasOwn(target.properties, of) ? target.properties[of] : undefined;
  if (!field || !isUsable(target, of)) return `${title}没有可以用来计算的字段 ${of}`;
  if (field['x-seen-by']) return `${title}的“${field.title}”仅部分角色可见，不能用来计算`;
  if (variablesOf(field['x-computed']).some(isRelated))
    return `${title}的“${field.title}”也由关联的记录计算，不能再用来计算`;
  return undefined;
}

const FIX = '换一个字段，或者删去这个计算';

/**
 * The computed fields of a schema that take what they may not take from related rows.
 *
 * @param alongside Resources that are created with it, whose schemas are not known yet
 */
export const findRelated = (schema: EntitySchema, all: Schemas, alongside: readonly string[] = []): Finding[] =>
  Object.entries(schema.properties).flatMap(([name, field]) =>
    variablesOf(field['x-computed'])
      .filter(isRelated)
      .flatMap((variable): Finding[] => {
        const related = relatedBy(schema, variable);
        const reason =
          related && !alongside.includes(related.entity) ? relationProblem(schema, related, all) : undefined;
        return reason === undefined ? [] : [{ pointer: pointer('properties', name, 'x-computed'), reason, fix: FIX }];
      }),
  );

/** The computed fields of other resources that could no longer be computed from a changed one. */
export const findBrokenBy = (schema: EntitySchema, all: Schemas): Finding[] =>
  Object.values(all).flatMap((other) => {
    const uses = other.$id === schema.$id ? [] : relatedIn(other).filter(({ entity }) => entity === schema.$id);
    const changed = { ...all, [schema.$id]: schema };
    return [...new Map(uses.map((related) => [related.of, related])).values()].flatMap((related): Finding[] => {
      const reason = relationProblem(other, related, changed);
      if (reason === undefined || relationProblem(other, related, all) !== undefined) return [];
      const at = pointer('properties', related.of);
      return [{ pointer: at, reason: `${other.title}用它计算：${reason}`, fix: `先修改${other.title}` }];
    });
  });

/** A schema without the computations of these findings: their fields keep the values that they have. */
export function withoutRelated(schema: EntitySchema, findings: readonly Finding[]): EntitySchema {
  const stopped = new Set(findings.map((finding) => finding.pointer));
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => {
        if (!stopped.has(pointer('properties', name, 'x-computed'))) return [name, field];
        const { 'x-computed': _, ...rest } = field;
        return [name, rest];
      }),
    ),
  };
}
