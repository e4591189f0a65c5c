/** Title and purpose of each page. */
export const page = {
  passwords: { title: '批量修改密码', about: '为多个账号重设登录密码' },
  firstPasswords: { title: '新教职工密码', about: '为尚无密码的教职工生成初始密码' },
};
