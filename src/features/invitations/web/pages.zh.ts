/** Title and purpose of each page. */
export const page = {
  studentApplication: { title: '注册审核', about: '凭邀请提交的学生注册' },
  invitations: { title: '注册邀请', about: '生成过的注册邀请和使用情况' },
};
