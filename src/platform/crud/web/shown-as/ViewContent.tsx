import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '../../../resources/contract/resource.ts';
import { BoardView } from './BoardView.tsx';
import { CalendarView } from './CalendarView.tsx';
import { CardsView } from './CardsView.tsx';
import type { ViewProps } from './content-props.ts';

interface Props extends ViewProps {
  /** The rows of the page; `undefined` while they load. */
  rows: readonly Row[] | undefined;
  /** Shown if there are no rows. */
  empty: ReactNode;
}

/** A list as one of its views shows it. */
export function ViewContent({ rows, empty, ...props }: Props) {
  if (props.view.kind === 'board') return <BoardView {...props} />;
  if (props.view.kind === 'calendar') return <CalendarView {...props} />;
  if (rows === undefined) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return rows.length === 0 ? empty : <CardsView {...props} rows={rows} />;
}
