/** Title and purpose of each page. */
export const page = {
  service: { title: '服务说明', about: '服务的阶段和期限' },
  applications: { title: '应用中心', about: '本单位开通的应用和服务状态' },
};
