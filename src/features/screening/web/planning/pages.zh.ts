/** Title and purpose of the pages for the staff who plan screenings. */
export const page = {
  exams: { title: '心理测评', about: '制定测评计划、发布和查看完成情况' },
  totals: { title: '测评总分', about: '其他途径测得的量表分数：导入、分级和更正' },
  exam: { title: '测评详情', about: '一次测评的检查、发布和完成情况' },
  topic: { title: '测评题目', about: '一次测评的全部题目' },
  scales: { title: '量表', about: '本校可以使用的量表' },
  scale: { title: '量表详情', about: '授权、题目、分级和放行' },
  progress: { title: '测评进度', about: '管理范围内各班的完成情况' },
  examProgress: { title: '完成情况', about: '一次测评在管理范围内的完成情况' },
  room: { title: '机房测评', about: '测评码和答题情况，不显示任何答案' },
  alertRules: { title: '预警规则 · 测评', about: '测评结果的预警条件、确认人和启用状态' },
};
