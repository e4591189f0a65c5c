/** Title and purpose of each page. */
export const page = {
  retention: { title: '数据保留', about: '各类数据保留多久，到期后怎样清除' },
};
