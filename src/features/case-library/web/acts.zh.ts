/** Labels of row acts; in the first bundle. */
export const libraryActs = { propose: '整理为案例', files: '导出文件', open: '查看' };
