import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { IconName } from './icons.tsx';
import type { LinkedExtra, OpenExtra, PageExtra, RowDialogProps, RowsDialogProps, RowsExtra } from './row-extra.ts';

/** What a feature says of its act before the act's code has come. */
type Brought<Extra extends RowsExtra | LinkedExtra | PageExtra | OpenExtra> = Omit<
  Extra,
  'label' | 'icon' | 'Dialog'
> & {
  label: (t: TFunction) => string;
  icon?: IconName;
  /** Place behind the acts of the entity's own page, ascending. */
  order: number;
};

/** An act that a feature brings to the rows of an entity which it does not own. */
export type RowActOf =
  | (Brought<RowsExtra> & { load: () => Promise<ComponentType<RowsDialogProps>> })
  | (Brought<LinkedExtra> & { load: () => Promise<ComponentType<RowDialogProps>> })
  | Brought<PageExtra>
  | Brought<OpenExtra>;
