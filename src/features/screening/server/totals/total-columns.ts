import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Spread, SpreadColumn } from '../../../../platform/resources/server/hooks.ts';
import { entityFor } from '../../../../platform/resources/server/scoped-rows.ts';

/**
 * Columns of a file with one line for each student: a column for each dimension, named by scale and dimension. The
 * scale may be left out where no other scale has such a dimension, or where the file has a column for the scale.
 */
export function totalColumns(ctx: OrgContext): Spread {
  const labels = entityFor(ctx, 'exam-total').schema.properties['scale_id']?.['x-labels'] ?? {};
  const scales = ctx.services.packs
    .allPacks(ctx.actor.orgId)
    .flatMap((pack) =>
      pack.kind === 'totals' ? [{ label: labels[pack.id] ?? pack.id, titles: pack.dimensions.map(titleOf) }] : [],
    );
  const titles = scales.flatMap((scale) => scale.titles);
  const isShared = (title: string) => titles.filter((other) => other === title).length > 1;
  const named = scales.flatMap((scale) =>
    scale.titles.map((title): SpreadColumn => ({
      header: `${scale.label} ${title}`,
      aliases: [
        `${scale.label}-${title}`,
        ...(isShared(title) ? [] : [title]),
        ...(scale.titles.length === 1 ? [scale.label] : []),
      ],
      values: { scale_id: scale.label, dimension: title },
    })),
  );
  const shared = [...new Set(titles.filter(isShared))].map((title) => ({
    header: title,
    values: { dimension: title },
  }));
  return { columns: [...named, ...shared], value: 'score', fields: ['dimension', 'score'] };
}

const titleOf = ({ title }: { title: string }) => title;
