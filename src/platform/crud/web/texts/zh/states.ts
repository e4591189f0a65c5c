/** Texts of states and their transitions. */
export const states = {
  about: '{{name}}：由“{{from}}”改为“{{to}}”',
  aboutSame: '{{name}}：仍为“{{to}}”',
  note: '说明',
  noteHint: '登记人和能看到这条记录的人都看得到',
  noteNeeded: '请写明理由',
  done: '已{{label}}',
  history: '经过',
  noHistory: '开始记录状态之前的经过没有留下',
  created: '新增',
  by: '{{name}} {{at}}',
};
