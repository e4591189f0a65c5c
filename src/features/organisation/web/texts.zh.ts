/** Texts of an institution's schools. */
export const school = {
  enter: '进入学校',
  enterOf: '进入{{school}}',
  enterText:
    '您将以{{role}}的身份进入{{school}}，最长 12 小时。进入和离开会写入本机构和学校双方的操作日志，您在学校中的操作会写入学校的操作日志。',
};

/** Texts of the fields of a department. */
export const department = {
  before: '排在「{{name}}」之前',
  last: '排在最后',
};
