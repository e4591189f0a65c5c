import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '../../../resources/contract/resource.ts';
import { BoardView } from './BoardView.tsx';
import { CalendarView } from './CalendarView.tsx';
import { CardsView } from './CardsView.tsx';
import type { ViewProps } from './content-props.ts';
import { GalleryView } from './GalleryView.tsx';
import { TreeView } from './TreeView.tsx';

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
  if (props.view.kind === 'tree') return <TreeView {...props} empty={empty} />;
  if (rows === undefined) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (rows.length === 0) return empty;
  return props.view.kind === 'gallery' ? <GalleryView {...props} rows={rows} /> : <CardsView {...props} rows={rows} />;
}
