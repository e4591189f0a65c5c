/** Texts of the home page. */
export const home = {
  morning: '{{name}}，早上好',
  noon: '{{name}}，中午好',
  afternoon: '{{name}}，下午好',
  evening: '{{name}}，晚上好',
  as: '您正以{{role}}的身份工作',
  nothing: '您当前的角色没有可以访问的页面。如因工作需要，请联系学校管理员。',
  report: '发现学生有自伤、轻生等风险时，请立即上报，由心理教师跟进；情况紧急的，请同时拨打 120 或 110。',
};
