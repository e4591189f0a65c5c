import { Pagination, type PaginationProps } from 'antd';
import { usePageArrows } from './use-page-arrows.ts';

/** Antd's pager, with names for all that can be pressed. */
export function Pages(props: Omit<PaginationProps, 'itemRender' | 'showSizeChanger'>) {
  return <Pagination {...props} showSizeChanger={false} itemRender={usePageArrows()} />;
}
