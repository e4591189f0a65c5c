/** Title and purpose of each page. */
export const page = {
  studio: { title: '字段设置', about: '增加、改名、隐藏本单位的字段' },
};
