/** Title and purpose of each page. */
export const page = {
  log: { title: '操作日志', about: '谁在什么时候做了什么' },
};
