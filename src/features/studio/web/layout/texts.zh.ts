/** Texts of the studio about tabs and columns. */
export const studioLayout = {
  open: '页签与分栏',
  about:
    '内容较多的表单可分为几个页签，同一分组的字段可排成两栏或三栏；新增、编辑和详情均按此排列。分组在各字段的“表单分组”里填写。',
  tabs: '页签',
  tab: '第 {{n}} 个页签',
  title: '名称',
  titleHint: '例如 基本信息',
  titleRule: '请填写 1 到 {{max}} 个字、各不相同的名称',
  groups: '包含的分组',
  groupsRule: '请至少选一个分组',
  twoRule: '页签至少要有两个；不分页签请全部删除',
  rest: '未选入页签的分组（{{groups}}）排在第一个页签的最后',
  add: '添加页签',
  earlier: '将页签 {{title}} 前移',
  later: '将页签 {{title}} 后移',
  remove: '删除页签 {{title}}',
  columns: '分栏',
  columnsHint: '手机上总是一栏；多行文字、富文本、一组值和文件总是占一整行。',
  columnsOf: '{{n}} 栏',
};
