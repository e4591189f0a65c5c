/** Texts of the class teacher's comment. */
export const comments = {
  about: '每名学生每学年一份，由班主任填写，仅作者可以修改；有权查看学生档案的教师可以阅读。',
  of: '{{name}}的评语',
  year: '学年',
  content: '评语',
  placeholder: '请填写评语',
  required: '请填写评语',
  by: '{{name}}，{{at}}',
  changed: '{{name}}，{{at}} 修改',
  none: '{{year}}暂无评语',
  noneText: '评语由该学生的班主任填写。',
  write: '写评语',
  edit: '修改评语',
  save: '保存评语',
  saved: '保存成功',
  stillSending: '附件还在上传，请稍候',
  someFailed: '有附件没有上传成功，请重试或移除',
};
