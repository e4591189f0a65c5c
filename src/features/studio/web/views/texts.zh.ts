/** Texts of the studio about views. */
export const studioViews = {
  open: '视图',
  about:
    '除表格外，列表还可按状态显示为看板、按日期显示为月历、按上下级显示为树，或显示为卡片、图库，在列表的工具栏中切换。',
  view: '第 {{n}} 个视图',
  title: '名称',
  titleHint: '切换按钮上的名称，例如 看板',
  kind: '种类',
  kinds: { board: '看板', calendar: '日历', cards: '卡片', gallery: '图库', tree: '树' },
  by: '依据字段',
  titleField: '显示的名称',
  titleDefault: '与列表相同',
  noField: {
    board: '没有可以分列的选项字段（不超过 {{max}} 个选项）',
    calendar: '没有日期或时间字段',
    gallery: '没有图片字段',
    tree: '没有关联一条记录的字段；显示上下级须先新增一个关联到本资源的字段',
  },
  add: '添加视图',
  remove: '删除视图 {{title}}',
  titleRule: '请填写 1 到 {{max}} 个字、各不相同的名称',
};
