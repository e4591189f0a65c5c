import { NOT_COMPARABLE } from '../../screening/public.ts';

/** Words that the page and the file share, by reader where they differ. The page has them in English too. */
export const words = {
  title: '个人测评报告',
  noDiagnosisShort: '筛查不是诊断',
  noDiagnosis: '筛查不是诊断。结果只反映填写时的状态，需要由专业人员结合面谈判断。',
  noDiagnosisOwn: '这不是诊断，也不是考试。它只说明填写那几天的心情和感受，会随时间变化。',
  held: '这份结果正在等待访谈核实，核实之前不显示分级。',
  waiting: '结果还没有准备好。',
  void: '这份作答没有通过量表的检查，结果作废，不作解释。',
  marks: '作答情况',
  critical: '需要立即关注的回答',
  criticalHelp: '请按本校流程及时联系学生，面谈核实安全情况，不要只凭一道题下结论。',
  dimensions: '各维度',
  dimension: '维度',
  score: '本次得分',
  band: '分级',
  norm: '常模均值',
  noNorm: '—',
  noScore: '未计分',
  rawNorms: '原始分与常模',
  meaning: '说明',
  change: '与上一次相比',
  better: '有好转，超过测量误差',
  worse: '有加重，超过测量误差',
  'within-chance': '在测量误差以内',
  unjudged: '量表没有给出信度，不判断差别的意义',
  unofficial: '题目文字不是版权方授权的译文，结果仅供参考。',
  imported: '导入的总分，没有在线作答',
  answers: '回答',
  nextSteps: '接下来可以做什么',
  helpLines: '求助电话',
  line12356: '12356　全国心理援助热线',
  line12355: '12355　青少年服务台',
  urgent: '有人受伤或者有危险，请马上拨打',
  urgentLines: '120 或 110',
  steps: {
    teacher: [
      '结合面谈、日常观察和家长反馈理解结果，不公开、不排名、不贴标签。',
      '需要进一步了解的学生，由心理老师约谈；发现安全风险，立即按预警流程上报。',
      '与家长沟通时说明这是筛查，必要时建议到专业医疗机构评估。',
    ],
    student: [
      '按时睡觉、多活动，和信任的人说说心里话。',
      '想了解这份结果，或者想找人聊聊，可以预约学校的心理老师。',
      '如果难受了两个星期还没有好转，请告诉家长或老师，一起想办法。',
    ],
    guardian: [
      '先听孩子说，不追问分数，不批评，不和别人比较。',
      '想了解结果，可以联系学校的心理老师。',
      '如果孩子的情绪、睡眠或学习明显变化超过两个星期，建议到专业医疗机构咨询。',
    ],
  },
  notComparable: NOT_COMPARABLE,
};

/** The raw value beside the norm that its T-score compares with. */
export const rawText = ({ value, mean, sd }: { value: number; mean: number; sd: number }): string =>
  `原始分 ${value}，常模平均 ${mean}，标准差 ${sd}`;

/** A difference with its sign. */
export const signed = (difference: number): string => (difference > 0 ? `+${difference}` : String(difference));
