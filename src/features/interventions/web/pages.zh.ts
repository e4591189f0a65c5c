/** Title and purpose of each page. */
export const page = {
  intervene: { title: '心理干预', about: '干预、访谈、咨询和转介的记录' },
  intervention: { title: '干预记录', about: '个别辅导、团体辅导和危机干预' },
  interview: { title: '访谈', about: '与学生、家长和老师的访谈' },
  consultation: { title: '心理咨询', about: '预约、咨询记录和效果评估' },
  referral: { title: '转介就医', about: '转到医院的学生和每一步' },
  followUp: { title: '随访', about: '到期要再看看的学生' },
  sandplay: { title: '沙盘', about: '沙盘的过程与作品' },
  drawing: { title: '绘画', about: '绘画的过程与作品' },
  custom: { title: '自定义干预', about: '本校自己的干预形式' },
};
