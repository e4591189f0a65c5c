/** Texts of the application centre. */
export const applications = {
  others: '未开通的应用',
  othersAbout: '需要时，请本单位管理员通过“在线客服”联系服务提供方开通。',
  notOpened: '未开通',
  noPage: '随其他应用一起使用',
  otherRole: '当前角色不能使用',
};

/** Texts of the stages of the service. */
export const stages = {
  about: '从试用到续期，每个阶段可以做什么',
  here: '当前阶段',
  ending: '即将到期',
  endsOn: '服务至{{day}}',
  endedOn: '服务已于{{day}}到期',
  trial: {
    name: '试用期',
    text: '可以使用已开通的功能，体验全部流程。试用结束后可以转为正式服务，试用期间的数据保留。',
  },
  formal: { name: '正式服务', text: '可以使用已开通的全部功能。服务到期前 30 天会提醒管理员续期并导出数据。' },
  protection: {
    name: '保护期',
    text: '服务到期后的 7 至 30 天。只有管理员账号可以登录，只能查看和导出数据，不能新增和修改。',
  },
  expired: { name: '已到期', text: '可以登录，但应用显示为已到期。数据加密保存，续期后恢复使用。' },
  protectedUntil: '保护期至{{day}}',
  until: '至{{day}}',
  products: '已开通的应用',
  closedTitle: '“{{page}}”已到期',
  closedText: '服务已到期，应用已停用。数据已加密保存，续期后恢复使用；续期请联系为您开通服务的机构。',
  reminderTitle: '到期前的准备',
  reminder: '服务到期前 30 天，系统会在页面顶部提醒管理员。请在到期前完成续期，或导出需要留存的档案和报告。',
};
