/** Title and purpose of each page. */
export const page = {
  serviceAccounts: { title: '系统账号', about: '供其他系统对接的账号、权限和密钥' },
};
