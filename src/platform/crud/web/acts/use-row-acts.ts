import { createElement, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FeatureIcon } from '../../../feature/web/feature-icon.tsx';
import { fromFeatures } from '../../../feature/web/registry.ts';
import type { RowActOf } from '../../../feature/web/row-act.ts';
import type { RowExtra } from '../../../feature/web/row-extra.ts';
import { lazyPage } from '../../../ui/web/lazy-page.ts';

type ActTemplate = { act: RowActOf; extra: (label: string, group: string | undefined) => RowExtra };

function templateOf(act: RowActOf): ActTemplate {
  const { label: _, group: _group, icon: load, order: _order, ...rest } = act;
  const icon = load && createElement(FeatureIcon, { load });
  if (!('load' in rest)) return { act, extra: (label, group) => ({ ...rest, icon, label, ...(group && { group }) }) };
  if ('linked' in rest) {
    const Dialog = lazyPage(rest.load);
    return { act, extra: (label, group) => ({ ...rest, icon, label, Dialog, ...(group && { group }) }) };
  }
  const Dialog = lazyPage(rest.load);
  return { act, extra: (label, group) => ({ ...rest, icon, label, Dialog, ...(group && { group }) }) };
}

const actsByEntity = fromFeatures((features) => {
  const byEntity = new Map<string, ActTemplate[]>();
  for (const [entity, acts] of features.flatMap(({ rowActs = {} }) => Object.entries(rowActs)))
    byEntity.set(entity, [...(byEntity.get(entity) ?? []), ...acts.map(templateOf)]);
  for (const acts of byEntity.values()) acts.sort((a, b) => a.act.order - b.act.order);
  return byEntity;
});

const NONE: readonly never[] = [];

/** Row acts of an entity: those of its page, then those that features register. */
export function useRowActs(entity: string, own: readonly RowExtra[] = NONE): readonly RowExtra[] {
  const { t } = useTranslation();
  const templates = actsByEntity().get(entity) ?? NONE;
  const named = useMemo(() => templates.map(({ act, extra }) => extra(act.label(t), act.group?.(t))), [templates, t]);
  return useMemo(() => (named.length === 0 ? own : [...own, ...named]), [own, named]);
}
