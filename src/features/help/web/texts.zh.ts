/** Texts of the help centre and of the “?” beside the titles of pages. */
export const helpCentre = {
  open: '帮助',
  search: '查找帮助',
  placeholder: '输入要查的内容，如“导入”“改密码”',
  found: '找到 {{count}} 篇',
  none: '没有找到“{{text}}”。可以换一个词，或从目录里找。',
  list: '文章目录',
  toList: '全部文章',
  missing: '没有这篇文章，或者它不适用于您的身份和权限。请从目录里选择。',
  chineseOnly: '文章只有中文。',
  about: '相关页面',
  more: '相关文章',
  whole: '在帮助中心打开',
  topics: {
    account: '登录与账号',
    school: '学校与名册',
    screening: '心理测评',
    crisis: '预警与危机',
    records: '档案与记录',
    settings: '安全与设置',
    own: '学生与家长',
  },
};
