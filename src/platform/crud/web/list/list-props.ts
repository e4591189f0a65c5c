import type { ReactNode } from 'react';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import type { Column } from '../../../schema/columns.ts';
import type { Act } from '../acts/act.ts';
import type { FilterValues } from './address.ts';
import type { ListAddress } from './use-list-address.ts';
import type { Selection } from './use-selection.ts';
import type { ViewSetting } from './use-view.ts';

/** What a list is to whoever lays it out. */
export interface ListProps {
  entity: Entity;
  address: ListAddress;
  /** What the list is filtered by. */
  values: FilterValues;
  onQuery: (values: FilterValues) => void;
  setting: ViewSetting;
  /** Those that are shown, in order. */
  columns: readonly Column[];
  /** `undefined` while the first page is on its way. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /** The total in words. */
  count: string;
  /** Another page is on its way while this one is still shown. */
  busy: boolean;
  /** What stands where rows would. */
  empty: ReactNode;
  /** `undefined` where nothing could be done with a selection. */
  selection: Selection | undefined;
  pageActs: readonly Act[];
  batchActs: readonly Act[];
  /** A row's acts; `undefined` where there is none. */
  acts: ((row: Row) => ReactNode) | undefined;
  /** What those may be called, in their order: how wide their column must be. */
  actLabels: readonly string[];
  refresh: ReactNode;
  /** The views that people keep of the list. */
  views: ReactNode;
}
