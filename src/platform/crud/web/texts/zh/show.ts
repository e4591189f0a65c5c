/** Texts of the dialog that shows one row. */
export const show = {
  attachments: '附件',
  noAttachments: '还没有附件',
  purpose: '附件用途',
  note: '文字说明',
  notePlaceholder: '写几句说明，最多 1000 字',
  addNote: '添加文字',
  removeNote: '移除这段文字',
  added: '附件已添加',
  removed: '附件已移除',
  noteBy: '{{name}}，{{at}}',
  former: '修改记录',
  formerCount: '修改过 {{count}} 次',
  formerBy: '{{name}} {{at}} 修改，原来的内容：',
  formerEmpty: '（原来是空的）',
};
