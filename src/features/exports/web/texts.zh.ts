/** Texts of the export task list (`spec §4`). */
export const downloads = {
  waiting: '导出任务列表，有任务正在打包或可以下载',
  none: '暂无下载任务记录',
  packing: '打包中 {{progress}}%',
  ready: '任务将于{{day}}清除，请及时下载',
  expired: '文件已失效',
  failed: '打包失败',
  fetching: '正在下载 {{far}}',
  cancel: '取消下载 {{name}}',
  fetch: '下载 {{name}}',
  remove: '删除 {{name}}',
  deleteAsk: '确认删除该文件吗？',
  delete: '删除文件',
};
