/** Texts of the warning statistics. */
export const warnStatistics = {
  aboutSchool: '您管理范围内的学生收到的预警，不含演练',
  aboutInstitution: '下属学校有预警的学生人数，不含演练。少于 {{smallest}} 人的不显示，其余取整到 {{smallest}} 的倍数，因此各项相加与合计会有出入。',
  year: '学年', yearOf: '{{from}}–{{to}} 学年', from: '开始月份', to: '结束月份', source: '来源', level: '危机等级', all: '全部',
  export: '导出', exported: '已导出', exportFailed: '导出失败：{{reason}}', back: '返回{{name}}', up: '返回上一级',
  warnings: '预警', students: '学生', ofWarnings: '条预警', ofStudents: '名学生', few: '少于 {{smallest}}', total: '合计',
  verdicts: '核实结果与等级', sources: '来源', months: '月份', parts: { school: '学校', grade: '年级', class: '班级' },
  rules: '各来源和规则的有效率', rule: '来源或规则', valid: '有效', invalid: '无效', share: '有效率', unknown: '—',
  times: '用时', verify: '从上报到核实', contact: '从核实有效到首次联系', median: '中位数', p90: '九成不超过', noTimes: '还没有足够的记录',
  minutes: '{{n}} 分钟', hours: '{{n}} 小时', days: '{{n}} 天', nothing: '这段时间没有预警', item: '项目',
  openList: '查看{{label}}的 {{n}} 条预警',
};
