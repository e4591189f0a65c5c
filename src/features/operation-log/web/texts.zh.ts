/** Texts of the operation log. */
export const log = {
  detail: '详情',
  changes: '修改内容',
  field: '项目',
  before: '原来',
  after: '现在',
};
