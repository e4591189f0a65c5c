import type { ReactNode } from 'react';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import type { Column } from '../../../schema/columns.ts';
import type { Act } from '../acts/act.ts';
import type { FilterValues } from './address.ts';
import type { ListAddress } from './use-list-address.ts';
import type { Selection } from './use-selection.ts';
import type { ViewSetting } from './use-view.ts';

/** Props of the desktop and phone layout of a list. */
export interface ListProps {
  entity: Entity;
  address: ListAddress;
  /** Current filters. */
  values: FilterValues;
  onQuery: (values: FilterValues) => void;
  setting: ViewSetting;
  /** Visible columns, in order. */
  columns: readonly Column[];
  /** `undefined` while the first page loads. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /** The total as text. */
  count: string;
  /** True while another page loads and this one is still shown. */
  busy: boolean;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** `undefined` if there are no batch acts. */
  selection: Selection | undefined;
  pageActs: readonly Act[];
  batchActs: readonly Act[];
  /** Renders a row's acts; `undefined` if there are none. */
  acts: ((row: Row) => ReactNode) | undefined;
  /** Width of the act column in pixels. */
  actsWidth: number;
  refresh: ReactNode;
  /** Button of the saved views. */
  views: ReactNode;
  /** Switch between the table and other views; absent where there are none. */
  choice: ReactNode;
  /** Another view in place of the table; absent for the table. */
  content: ReactNode;
  /** Whether the rows come in pages. */
  isPaged: boolean;
}
