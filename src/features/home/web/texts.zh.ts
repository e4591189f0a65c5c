/** Texts of the home page. */
export const home = {
  morning: '{{name}}，早上好',
  noon: '{{name}}，中午好',
  afternoon: '{{name}}，下午好',
  evening: '{{name}}，晚上好',
  as: '您正以{{role}}的身份工作',
  nothing: '您当前的角色没有可以访问的页面。如因工作需要，请联系学校管理员。',
  othersLater: '面向学生和家长的功能正在建设中。',
};
