/** Title and purpose of each page. */
export const page = {
  service: { title: '服务说明', about: '服务的阶段和期限' },
};
