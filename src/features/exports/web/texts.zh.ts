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

/** The public page that confirms the code of a file. */
export const fileCode = {
  title: '核对文件',
  lead: '从本系统导出的文件都带有校验码：PDF 在页脚，表格在“说明”工作表或文件名里。输入校验码，确认文件确实由本系统导出。',
  code: '校验码',
  incomplete: '请输入完整的 16 位校验码',
  check: '核对',
  genuine: '校验码有效',
  genuineText: '这个校验码属于下面这份文件。本页不显示文件内容。',
  unknown: '没有找到这个校验码',
  unknownText: '请对照文件再看一遍。仍然找不到的，文件可能不是由本系统导出，或者校验码被改过。',
  org: '单位',
  kind: '种类',
  madeAt: '导出时间',
  file: '比对文件有没有改动',
  fileHint: '可选。文件只在这台设备上计算摘要，不会上传。压缩包里的文件也可以单独比对。',
  choose: '选择文件',
  hashing: '正在计算 {{percent}}%',
  unreadable: '无法读取这个文件，请重新选择',
  same: '文件没有改动：与导出时完全一致',
  different: '文件与导出时不一致：内容被改过，或者不是同一份文件',
  noDigest: '这份文件没有留下摘要，无法比对',
};
