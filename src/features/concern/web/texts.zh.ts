/** Texts of the concern level of a student. */
export const concern = {
  title: '关注等级',
  none: '尚未设定关注等级',
  by: '{{name}}，{{at}}',
  set: '设定关注等级',
  change: '调整关注等级',
  of: '{{name}}的关注等级',
  level: '等级',
  levelRequired: '请选择等级',
  reason: '理由',
  reasonHint: '观察到的情况和关注方式',
  reasonRequired: '请填写理由',
  save: '保存等级',
  saved: '保存成功',
  history: '以前的等级',
  about: '理由仅负责危机处置的教师可见；每次设定都会写入操作日志。',
};
