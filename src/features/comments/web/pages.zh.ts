/** Title and purpose of each page. */
export const page = {
  classComments: { title: '班级评语', about: '为本班学生写学年评语，查看还缺哪些' },
  comment: { title: '班主任评语', about: '班主任对学生的学年评语' },
};
