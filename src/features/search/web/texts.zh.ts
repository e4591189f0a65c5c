/** The search over everything that a role may open. */
export const search = {
  title: '查找',
  placeholder: '姓名、拼音首字母、班级、页面…',
  pages: '页面',
  acts: '操作',
  recent: '刚才打开的',
  hint: '输入两个字，或姓名的拼音首字母，如“{{example}}”查徐梓阳。',
  none: '没有找到“{{text}}”。可以换两个字，或用拼音首字母。',
  searching: '正在查找…',
  locked: '需要先验证身份',
  failed: '到“{{title}}”里查找',
  keys: '↑↓ 选择 · 回车打开 · 退出键关闭',
};
