/** Title and purpose of the pages for an institution's plans. */
export const page = {
  bureauPlans: { title: '下属学校测评', about: '为下属学校制定测评计划，查看各校的答复和进度' },
  bureauPlan: { title: '测评计划详情', about: '一份计划的下发、答复和进度' },
};
