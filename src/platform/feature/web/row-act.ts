import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { IconLoad } from './icon-load.ts';
import type { LinkedExtra, OpenExtra, PageExtra, RowDialogProps, RowsDialogProps, RowsExtra } from './row-extra.ts';

/** An act as it is declared before its code is loaded. */
type FeatureAct<Extra extends RowsExtra | LinkedExtra | PageExtra | OpenExtra> = Omit<
  Extra,
  'label' | 'icon' | 'group' | 'Dialog'
> & {
  label: (t: TFunction) => string;
  icon?: IconLoad;
  group?: (t: TFunction) => string;
  /** Position after the acts of the entity's own page, ascending. */
  order: number;
};

/** A row act that a feature adds to an entity of another feature. */
export type RowActOf =
  | (FeatureAct<RowsExtra> & { load: () => Promise<ComponentType<RowsDialogProps>> })
  | (FeatureAct<LinkedExtra> & { load: () => Promise<ComponentType<RowDialogProps>> })
  | FeatureAct<PageExtra>
  | FeatureAct<OpenExtra>;
