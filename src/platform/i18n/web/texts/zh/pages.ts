export const pages = {
  notFound: { title: '页面不存在', text: '地址可能有误，或页面已移动。' },
  forbidden: {
    title: '您没有权限查看此页面',
    text: '当前身份是{{org}}的{{role}}，不能访问「{{page}}」。',
    reasons: '缺少的条件',
    or: '、',
    identity: '此页面供{{needs}}使用。',
    role: '角色须为{{needs}}。角色由本单位管理员在“教职工管理”中设置；如有多个角色，可以切换。',
    org_type: '此页面只供{{needs}}使用。',
    edu_level: '教育层次须为{{needs}}。登记有误时，请本单位管理员联系服务提供方更正。',
    feature: '本单位未开通{{needs}}。请本单位管理员联系服务提供方开通。',
    flag: '当前角色的“{{needs}}”未开启。由本单位管理员在“安全设置”中开启。',
    service: '服务已到期，此页面暂停使用。由本单位管理员联系服务提供方续期。',
  },
  away: { title: '暂时无法连接服务', text: '请检查网络后重试。您的登录仍然有效。' },
};
