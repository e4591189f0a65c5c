/** Texts of the warning lists and of cases. */
export const cases = {
  open: '查看与核实', acknowledge: '我来跟进', acknowledged: '{{name}}已接手', toCase: '查看个案', enter: '查看',
  archive: '心理健康档案', showWarn: '查看{{source}}的预警，{{at}}', warns: '预警来源', warnsCount: '共 {{count}} 条预警', steps: '经过', stepsTotal: '共 {{count}} 步', noSteps: '还没有记录', stepBy: '{{name}}，{{at}}', toRecord: '查看记录', leaveText: '已填写的内容不会保存。',
  number: '学号 {{no}}', opened: '立案 {{at}}', contacted: '首次接触 {{at}}', notContacted: '尚未接触学生或家长', closed: '{{name}} 于 {{at}} 结案',
  add: '记一步', kind: '类型', content: '内容', placeholder: '写下做了什么、学生和家长怎样回应、接下来做什么', required: '请填写内容', restricted: '只给同类角色看', restrictedHelp: '其他角色只看到有这一步，看不到内容和附件',
  save: '保存', saved: '保存成功', stillSending: '附件还在上传，请稍候', someFailed: '有附件没有上传成功，请重试或移除',
  amend: '更正', amendTitle: '更正记录', amendHelp: '原来的文字会保留在经过里。', amends: '更正了之前的记录', amended: '已更正', showFormer: '看更正前的内容', hideFormer: '收起', hidden: '内容只对{{group}}可见', unreadable: '您的角色看不到这条记录', only: '仅{{group}}可见', says: '等级',
  level: '调整等级', levelTo: '调整为', close: '结案', closeTitle: '结案', closeHelp: '结案以后不能再记录；这名学生再有核实有效的预警，会另立新的个案。', closeVerb: '结案', reason: '原因', reasonHint: '请写明依据',
};
