/** Title and purpose of each page. */
export const page = {
  classComments: { title: '班级评语', about: '填写本班学生的学年评语，查看缺少的评语' },
  comment: { title: '班主任评语', about: '班主任对学生的学年评语' },
};
