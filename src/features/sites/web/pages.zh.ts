/** Title and purpose of each page. */
export const page = {
  site: { title: '站点设置', about: '站点名称、标志和标语' },
};
