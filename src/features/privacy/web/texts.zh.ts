/** Texts about the privacy of minors: consents of guardians, the whole record of a student, its erasure. */
export const privacy = {
  record: {
    title: '导出{{name}}的完整记录',
    verb: '导出完整记录',
    done: '已开始打包完整记录',
    about:
      '把学校保存的这名学生的全部内容（基本信息、监护人关系、学籍经历、评语、同意记录、附件，以及查看和修改记录）打包成一份 PDF 和一份数据文件，不脱敏，用于监护人查阅、复制。其他人的信息不在其中。打包在后台进行，完成后由您本人在右上角的导出任务列表里下载。',
  },
  erase: {
    title: '清除{{name}}的记录',
    verb: '清除{{name}}的全部记录',
    done: '已清除{{name}}的全部记录',
    about: '清除后，学校保存的这名学生的全部内容不再存在，不能恢复。',
    goes: '将被清除',
    stays: '保留',
    staysLine: '{{title}} {{total}} 条：{{reason}}',
    files: '附件',
    guardians: '没有其他孩子在本校的监护人',
    accounts: '不再有其他身份的登录名',
    stillHere: '只能清除已经离校或毕业的学生。',
    blocked: '现在不能清除：{{why}}。',
    tooEarly: '学校设定离校后保留 {{years}} 年，{{day}} 起方可清除。',
  },
};
