/** Title and purpose of each page. */
export const page = {
  transfers: { title: '转学档案', about: '学生转学时，接收前一所学校的档案，或把档案交给新学校' },
};
