import type { ReactNode } from 'react';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import type { ResourceView } from '../../../schema/views.ts';

/** What a view of a list needs besides the rows, which it loads itself. */
export interface ViewProps {
  entity: Entity;
  view: ResourceView;
  /** Filters of the list and of its page, as query parameters. */
  filters: Readonly<Record<string, string>>;
  /** How many rows match the filters. */
  total: number | undefined;
  /** Renders a row's acts; `undefined` if there are none. */
  acts: ((row: Row) => ReactNode) | undefined;
  /** Opens the details of a row. */
  onShow: (row: Row) => void;
  /** Runs an act of a row by its key. */
  onAct: (key: string, row: Row) => void;
}
