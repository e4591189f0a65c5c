/** Title and purpose of each page. */
export const page = {
  mySheet: { title: '问卷', about: '填写问卷' },
  talks: { title: '想谈一谈的学生', about: '查看和答复学生、监护人的谈话请求' },
};
