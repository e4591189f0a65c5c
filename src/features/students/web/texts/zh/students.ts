/** Texts of the students' page. */
export const students = {
  acts: { report: '危机上报', switch: '转班', resume: '复学', suspend: '休学', leave: '离校', graduate: '毕业', register: '开通账号', history: '学籍经历', guardians: '家长', comment: '班主任评语', archive: '心理健康档案', archives: '导出档案', consent: '监护人同意', record: '导出完整记录', erase: '清除记录' },
  intoClass: '转入班级',
  classRequired: '请选择班级',
  noClass: '未分班',
  switch: { title: '{{name}}转班', text: '{{name}}目前在{{from}}。以前的班级会留在学籍经历中。', verb: '转班', done: '{{name}}已转班' },
  resume: { title: '{{name}}复学', text: '{{name}}原来在{{from}}。选择复学后的班级，必须是当前学年的班级。', verb: '复学', done: '{{name}}已复学' },
  suspend: { text: '以下学生将改为休学，仍留在原班级，不再出现在在读名单中，以后可以复学：', verb: '休学 {{count}} 名学生', done: '已办理 {{count}} 名学生休学' },
  leave: { text: '以下学生将改为离校，档案保留，以后可以复学：', verb: '{{count}} 名学生离校', done: '已办理 {{count}} 名学生离校' },
  graduate: { text: '以下学生将改为毕业，档案保留：', verb: '{{count}} 名学生毕业', done: '已办理 {{count}} 名学生毕业' },
  register: {
    title: '为{{name}}开通账号', text: '开通后{{name}}可以用登录名和初始密码登录，占用学校的一个账号名额。', verb: '开通账号',
    once: '账号已开通。初始密码只显示这一次，请现在转告学生。',
  },
  archives: { text: '把以下学生的档案各生成一份 PDF，打包成一个文件。打包在后台进行，完成后在右上角的导出任务列表里下载：', verb: '导出 {{count}} 名学生的档案', done: '已开始打包 {{count}} 名学生的档案' },
  history: { title: '{{name}}的学籍经历', since: '{{since}} 至今', between: '{{since}} 至 {{until}}' },
};
