/** Texts of the dialog that reveals a masked value. */
export const reveal = {
  show: '查看{{title}}的原值',
  hide: '隐藏{{title}}',
  title: '查看{{title}}',
  about: '原值显示 60 秒。查看人、时间和理由会记入操作日志。',
  reason: '查看理由',
  reasonHint: '需要查看的原因',
  reasonNeeded: '请填写理由，至少 {{n}} 个字',
  reasons: { contact: '联系监护人', check: '核对信息', crisis: '处理紧急情况', paperwork: '办理手续' },
  ask: '查看',
};
