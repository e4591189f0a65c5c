/** Title and purpose of each page. */
export const page = {
  log: { title: '操作日志', about: '操作人、时间与内容' },
};
