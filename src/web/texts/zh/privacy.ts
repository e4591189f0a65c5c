/** Texts about the privacy of minors: consents of guardians. */
export const privacy = {
  consent: {
    title_one: '{{name}}的监护人同意', title_many: '{{count}} 名学生的监护人同意',
    about: '未满 14 周岁的学生，要有监护人同意，学校才能保存其心理测评的作答。出生日期没有登记的，按未满 14 周岁对待。',
    who: '同意的家长', noGuardian: '还没有登记家长，请先在“家长”里登记', skip: '暂不记录',
    how: '方式', day: '同意日期', dayRequired: '请选择同意日期',
    paper: '签字件扫描', text: '同意书（{{version}} 版）', record: '记录 {{count}} 名学生的同意', recorded: '已记录 {{count}} 名学生的监护人同意', already: '选择的同意都已经记录过',
    history: '记录', none: '还没有同意记录', entry: '{{relation}} {{guardian}}，{{day}} 同意', by: '{{how}}，{{version}} 版同意书，{{at}} 由{{name}}记录', withdrawn: '{{at}} 撤回',
    withdraw: '撤回同意', withdrawText: '撤回以后，{{name}}需要监护人重新同意，才能保存新的测评作答；以前的记录保留。', withdrawnNow: '已记录撤回',
  },
};
