/** Texts of the exports of screening results. */
export const resultExports = {
  results: {
    title: '导出结果和作答',
    about:
      '导出管理范围内每名学生最后一次提交的答卷：各维度的原始分、得分和分级，以及每道题的作答。撤回同意的不在其中，按规则作废的有标记。打包在后台进行，完成后由您本人在右上角的导出任务列表里下载。',
    format: '格式',
    xlsx: 'Excel（结果、变量说明、文件说明各一张表）',
    csv: 'CSV 压缩包（供统计软件使用，附变量说明）',
    verb: '导出',
    done: '已开始打包测评结果',
    warning: '文件含有学生的作答和分数，只用于约定的用途，用后请按本单位的规定销毁。',
  },
  fhir: {
    title: '导出{{name}}的转介测评资料',
    about:
      '按 FHIR R4 格式导出所选量表的题目、作答和总分，交给接诊的医院。文件含学生的姓名、性别和生日，不含学号；校验码就是转介编号。筛查不是诊断。导出会记入操作日志。',
    sheets: '量表',
    scale: '{{title}}（{{exam}}）',
    none: '这名学生没有可以导出的测评结果。',
    choose: '请选择至少一个量表',
    reason: '理由',
    reasonHint: '例如：监护人同意，转介市精神卫生中心',
    reasonNeeded: '请填写理由，至少 {{n}} 个字',
    verb: '导出资料',
    done: '已开始打包转介测评资料',
  },
};
