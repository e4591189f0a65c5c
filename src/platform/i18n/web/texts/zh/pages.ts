export const pages = {
  coming: { title: '{{name}}', text: '此页面正在建设中', back: '回到门户首页' },
  notFound: { title: '页面不存在', text: '地址可能有误，或页面已移动。' },
  forbidden: {
    title: '您没有权限查看此页面',
    text: '当前身份是{{org}}的{{role}}，不能访问「{{page}}」。如因工作需要，请联系学校管理员，或切换到其他角色。',
  },
  away: { title: '暂时无法连接服务', text: '请检查网络后重试。您的登录仍然有效。' },
};
