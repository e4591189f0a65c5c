import { Pagination, type PaginationProps } from 'antd';
import { usePageArrows } from './use-page-arrows.ts';

/** Antd's pager, with accessible names for all buttons. */
export function Pages(props: Omit<PaginationProps, 'itemRender' | 'showSizeChanger'>) {
  return <Pagination {...props} showSizeChanger={false} itemRender={usePageArrows()} />;
}
