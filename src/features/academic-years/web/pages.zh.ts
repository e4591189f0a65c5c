/** Title and purpose of each page. */
export const page = {
  year: { title: '学年设置', about: '学年与学期的起止时间' },
};
