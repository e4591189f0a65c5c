import type { TablePaginationConfig } from 'antd';
import { useState } from 'react';

/** Height of a row, and of everything else in the dialog of an erasure, in pixels. */
const ROW = 39;
const REST = 560;
const ROWS_MIN = 5;
const ROWS_MAX = 20;

/** Pages of a table in a dialog, each with as many rows as the window has room for. */
export function usePageOfRows(): TablePaginationConfig {
  const [pageSize] = useState(() =>
    Math.min(ROWS_MAX, Math.max(ROWS_MIN, Math.floor((window.innerHeight - REST) / ROW))),
  );
  return { pageSize, size: 'small', showSizeChanger: false, hideOnSinglePage: true };
}
