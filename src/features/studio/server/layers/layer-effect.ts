import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Database, Tx } from '../../../../platform/db/server/database.ts';
import { differences, type Difference } from '../../../../platform/schema/compare.ts';
import type { LayerChange, LayerOutcome } from '../../../../platform/schema/server/layers.ts';
import { publishedOverlays } from '../../../../platform/schema/server/queries/published-overlays.ts';
import { acceptedOverlays } from '../../../../platform/schema/server/queries/schema-overlays.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import type { Impact } from '../../contract.ts';
import { effectOf } from '../publish-schema.ts';

export interface LayerEffect {
  outcome: LayerOutcome;
  differences: Difference[];
  /** Counts only: an institution sees no values of a school. Absent where there are findings or no rows. */
  impact?: Impact;
  convertAll: (tx: Tx) => Promise<void>;
}

/** The schema without fields, for resources that appear or disappear as a whole. */
const emptied = (schema: EntitySchema): EntitySchema => ({ ...schema, properties: {}, required: [] });

function between(was: EntitySchema | undefined, is: EntitySchema | undefined): Difference[] {
  if (was && is) return differences(was, is);
  if (is) return differences(emptied(is), is);
  return was ? differences(was, emptied(was)) : [];
}

const countsOf = ({ total, changes, seen }: Impact): Impact => ({
  total,
  seen,
  changes: changes.map(({ kind, field, title, rows }) => ({ kind, field, title, rows })),
});

/**
 * What a layer does at a school.
 *
 * @param ctx The school's (`atSchool`), or one that is bound to a transaction of the school
 */
export async function layerEffect(ctx: OrgContext, change: LayerChange): Promise<LayerEffect> {
  const {
    actor: { orgId },
    services: { resources, schemas },
  } = ctx;
  // In a context that is bound to a transaction, everything is read through it.
  const database: Pick<Database, 'read' | 'write'> = {
    read: (_, statements) => ctx.read(statements),
    write: (_, statements) => ctx.write(statements),
  };
  const outcome = await schemas.tryLayer(orgId, change, {
    accepted: acceptedOverlays(database),
    published: publishedOverlays(database),
  });
  const { was, is, findings } = outcome;
  const shown = { outcome, differences: between(was, is), convertAll: () => Promise.resolve() };
  if (findings.length > 0 || !was) return shown;
  const subject = { name: change.entity, hooks: resources.hooksFor(was) };
  const { impact, convertAll } = await effectOf(ctx, subject, is ?? emptied(was));
  return { ...shown, impact: countsOf(impact), convertAll };
}
