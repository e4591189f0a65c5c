/** Title and purpose of each page. */
export const page = {
  comment: { title: '班主任评语', about: '班主任对学生的学年评语' },
};
