/** Texts of states and their transitions. */
export const states = {
  about: '{{name}}：由“{{from}}”改为“{{to}}”',
  aboutSame: '{{name}}：仍为“{{to}}”',
  note: '说明',
  noteHint: '登记人和有权查看此记录的人员可见',
  noteNeeded: '请写明理由',
  done: '已{{label}}',
  history: '经过',
  noHistory: '启用状态之前的经过未记录',
  created: '新增',
  by: '{{name}} {{at}}',
};
