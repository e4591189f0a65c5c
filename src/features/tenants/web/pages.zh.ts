/** Title and purpose of each page. */
export const page = {
  platformOrganisations: { title: '单位管理', about: '平台上的全部单位：服务、软件功能和状态' },
  platformTasks: { title: '导入、导出与清除', about: '整个单位的导入、导出和清除：进度、数据包、批准和清除证明' },
  platformLog: { title: '平台操作记录', about: '对各单位操作的人员、时间和内容' },
};
