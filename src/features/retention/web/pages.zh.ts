/** Title and purpose of each page. */
export const page = {
  retention: { title: '数据保留', about: '各类数据的保留年限和到期清除' },
};
