import type { OrgContext } from '../../../platform/context/server/context.ts';
import { decryptRows } from '../../../platform/resources/server/encrypted-fields.ts';
import { momentIn } from '../../../platform/resources/server/prepare-rows.ts';
import { scanRows, SCAN_EXT, SCAN_ID } from '../../../platform/resources/server/queries/rows/ext.ts';
import type { RowsOf, StoredRow } from '../../../platform/resources/server/queries/rows/read.ts';
import {
  computedFrom,
  isRecomputed,
  SCAN_CHUNK,
  scannedValues,
} from '../../../platform/resources/server/recompute-rows.ts';
import { previewRelated } from '../../../platform/resources/server/related.ts';
import { display } from '../../../platform/schema/columns.ts';
import { hasTypeOf, wordsOf } from '../../../platform/schema/convert.ts';
import { computedValues } from '../../../platform/schema/expressions/derive.ts';
import type { Moment, Values } from '../../../platform/schema/expressions/evaluate.ts';
import { inputSchema } from '../../../platform/schema/form.ts';
import { isObject, sameValue } from '../../../platform/schema/json.ts';
import { mask } from '../../../platform/schema/mask.ts';
import { inputAjv } from '../../../platform/schema/server/ajv.ts';
import { versionOf } from '../../../platform/schema/server/entity.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import { valueProblems } from '../../../platform/schema/value-problem.ts';
import type { Impact, ImpactKind } from '../contract.ts';
import type { Retyping } from './convert-values.ts';

const RULES = [
  'enum',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'minItems',
  'maxItems',
  'x-decimals',
  'x-fields',
] as const;
/** Maximum number of examples per kind. */
const EXAMPLES = 3;

/**
 * One effect of a draft on one field, `unseen` where the publisher may not know it: computes the example of a row, or
 * undefined when the row is not affected.
 */
interface Watch {
  kind: ImpactKind;
  field: string;
  title: string;
  hits: (row: StoredRow, related: Values) => Example | boolean;
}
type Example = NonNullable<Impact['changes'][number]['examples']>[number];

const inUse = (field: FieldSchema | undefined): field is FieldSchema =>
  field !== undefined && field['x-hidden'] !== true;

/** Displayed value of a field; undefined when it is of another type than the field. */
function seen(row: StoredRow, name: string, field: FieldSchema): unknown {
  if (!field['x-tenant']) return row[name] ?? undefined;
  const ext = row[SCAN_EXT];
  const value = isObject(ext) ? ext[name] : undefined;
  return value === null || value === undefined || !hasTypeOf(field, value) ? undefined : value;
}

interface Watching {
  /** Keywords of the vocabulary. */
  keywords: readonly string[];
  moment: Moment;
  /** Fields whose values the publisher does not see: of these nothing is counted. */
  unseen: ReadonlySet<string>;
}

/** Possible effects of a draft, from its differences to the published schema. */
function watches(
  was: EntitySchema,
  is: EntitySchema,
  changing: readonly Retyping[],
  { keywords, moment, unseen }: Watching,
): Watch[] {
  const ajv = inputAjv(keywords);
  // As checked when a row is written: numbers without bounds of their own have those of the database.
  const allowed = (schema: EntitySchema, name: string, field: FieldSchema) => {
    const isValid = ajv.compile(inputSchema(schema, 'create').properties[name] ?? field);
    return (value: unknown) =>
      isValid(value) && valueProblems({ [name]: field }, { [name]: value }, false).length === 0;
  };
  const effectsOn = (name: string): Watch[] => {
    const [before, after] = [was.properties[name], is.properties[name]];
    const retyping = changing.find((one) => one.name === name);
    const found: Watch[] = [];
    const watch = (kind: ImpactKind, hits: Watch['hits']) =>
      found.push({ kind, field: name, title: (after ?? before)?.title ?? name, hits });
    /** Displayed value after the conversion. */
    const then = (row: StoredRow, field: FieldSchema) => {
      const made = retyping?.of(row)?.converted;
      return made ? made.value : seen(row, name, field);
    };
    const shown = (value: unknown) => {
      const kind = before?.['x-mask'] ?? after?.['x-mask'];
      return kind ? mask(kind, String(value)) : String(value);
    };
    if (inUse(before) && !inUse(after))
      watch(after ? 'hidden' : 'removed', (row) => seen(row, name, before) !== undefined);
    if (retyping && after) {
      watch('converted', (row) => {
        const made = retyping.of(row)?.converted;
        return made !== undefined && { from: shown(made.text), to: shown(display(after, made.value)) };
      });
      watch('retyped', (row) => {
        const one = retyping.of(row);
        return (
          one !== undefined && !one.converted && { from: shown(before ? wordsOf(before, one.stored) : one.stored) }
        );
      });
    }
    if (!inUse(after)) return found;
    if (is['x-resource'].states?.field === name) watch('stated', (row) => then(row, after) === undefined);
    if (after['x-computed'] !== undefined && isRecomputed(was, is))
      watch('computed', (row, related) => {
        const next = computedValues(is, scannedValues(row), moment, related)[name];
        const stored = seen(row, name, after);
        return !sameValue(next, stored) && { from: shown(display(after, stored)), to: shown(display(after, next)) };
      });
    if (is.required.includes(name) && !(was.required.includes(name) && inUse(before)) && after.default === undefined)
      watch('required', (row) => then(row, after) === undefined);
    if (!inUse(before)) watch('revived', (row) => then(row, after) !== undefined);
    if (retyping || RULES.some((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after[key]))) {
      const [old, now] = [
        inUse(before) && !retyping ? allowed(was, name, before) : undefined,
        allowed(is, name, after),
      ];
      watch('rules', (row) => {
        if (retyping && !retyping.of(row)?.converted) return false;
        const value = then(row, after);
        return (
          value !== undefined &&
          !now(value) &&
          (old?.(value) ?? true) && { from: shown(display(before && !retyping ? before : after, value)) }
        );
      });
    }
    return found;
  };
  return [...new Set([...Object.keys(was.properties), ...Object.keys(is.properties)])].flatMap((name): Watch[] => {
    const found = effectsOn(name);
    const [first] = found;
    return first && unseen.has(name) ? [{ ...first, kind: 'unseen', hits: () => false }] : found;
  });
}

/**
 * Counts the effects of a schema on all rows of the tenant, compared with the published one. Writes nothing.
 *
 * @param changing fields whose values would be converted
 * @param unseen fields whose values the caller does not see
 */
export async function impactOf(
  ctx: OrgContext,
  rows: RowsOf,
  draft: EntitySchema,
  changing: readonly Retyping[],
  unseen: ReadonlySet<string>,
): Promise<Impact> {
  const { keys, schemas } = ctx.services;
  const watched = watches(rows.schema, draft, changing, {
    keywords: schemas.keywords(),
    moment: momentIn(ctx),
    unseen,
  });
  const results = watched.map(() => ({ rows: 0, examples: [] as Example[] }));
  const fields = [...new Set([...watched.map(({ field }) => field), ...computedFrom(draft)])];
  let total = 0;
  for (let after = '', more = watched.length > 0; more;) {
    const [found] = await ctx.read([scanRows(rows, fields, after, SCAN_CHUNK)]);
    const decrypted = await decryptRows(keys, rows.orgId, rows.schema, found, SCAN_ID, SCAN_EXT);
    const related = await previewRelated(ctx, rows.orgId, draft, decrypted.map(scannedValues));
    for (const [at, row] of decrypted.entries()) {
      watched.forEach(({ hits }, i) => {
        const [hit, one] = [hits(row, related[at] ?? {}), results[i]];
        if (hit === false || !one) return;
        one.rows += 1;
        if (hit !== true && one.examples.length < EXAMPLES && !one.examples.some(({ from }) => from === hit.from))
          one.examples.push(hit);
      });
    }
    total += found.length;
    after = String(found.at(-1)?.[SCAN_ID] ?? '');
    more = found.length === SCAN_CHUNK;
  }
  const changes = watched.flatMap(({ kind, field, title }, i) => {
    const one = results[i];
    return one && (one.rows > 0 || kind === 'unseen')
      ? [{ kind, field, title, rows: one.rows, ...(one.examples.length > 0 && { examples: one.examples }) }]
      : [];
  });
  return { total, changes, seen: versionOf(JSON.stringify(changes)) };
}
