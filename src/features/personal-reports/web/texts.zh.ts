import { words } from '../rules/words.ts';

export const personalReport = {
  ...words,
  export: '导出 PDF',
  exported: '已导出',
  exportFailed: '导出失败：{{reason}}',
  print: '打印',
  of: '{{exam}}，{{at}} 交卷',
  itemNo: '第 {{no}} 题',
  version: '版本 {{version}}',
  normSet: '常模：{{title}}',
  population: '适用：{{text}}',
  source: '出处：{{text}}',
  former: '上一次：{{exam}}，{{at}}',
  notCompared: '没有比较：{{reasons}}',
  changed: '{{from}} → {{to}}（{{difference}}）',
  missing: '缺答 {{count}} 题',
  noAnswers: '没有回答',
  talk: '去预约或留言',
};
