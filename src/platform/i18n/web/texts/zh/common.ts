export const common = {
  confirm: '确定',
  cancel: '取消',
  close: '关闭',
  previousPage: '上一页',
  nextPage: '下一页',
  closeDialog: '关闭窗口',
  back: '返回',
  retry: '重试',
  reload: '刷新页面',
  loading: '正在加载…',
  more: '更多',
  home: '门户首页',
  toHome: '回到门户首页',
  toLogin: '去登录',
  skip: '跳到正文',
  pageSize: '{{n}} 条/页',
  jumpTo: '前往',
  page: '页',
  pageNumber: '页码',
  duration: { minutes: '{{n}} 分钟', hours: '{{n}} 小时', over: '超过 {{n}} 小时' },
  loginName: '登录名',
  password: '密码',
};

/** Refine's own keys. */
export const notifications = {
  success: '操作成功',
  createSuccess: '保存成功',
  editSuccess: '保存成功',
  deleteSuccess: '删除成功',
};
