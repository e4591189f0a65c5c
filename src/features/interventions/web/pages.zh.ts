/** Title and purpose of each page. */
export const page = {
  intervene: { title: '心理干预', about: '干预、访谈、咨询和转介的记录' },
  intervention: { title: '干预记录', about: '个别辅导、团体辅导和危机干预' },
  interview: { title: '访谈', about: '与学生、监护人和教师的访谈' },
  consultation: { title: '心理咨询', about: '预约、咨询记录和效果评估' },
  referral: { title: '转介就医', about: '转介学生及进展' },
  followUp: { title: '随访', about: '需要回访的学生' },
  sandplay: { title: '沙盘', about: '沙盘过程与作品' },
  drawing: { title: '绘画', about: '绘画过程与作品' },
  custom: { title: '自定义干预', about: '本校自定义的干预形式' },
};

/** Title of its group in the main menu. */
export const menuGroup = { work: '心理工作' };
