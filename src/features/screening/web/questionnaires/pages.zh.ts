/** Title and purpose of the pages on which a school composes questionnaires. */
export const page = {
  questionnaires: { title: '自编问卷', about: '本校自行编写的问卷，不计分，可选入测评' },
  questionnaire: { title: '编写问卷', about: '题目、选项和显示条件，改动自动保存' },
  examAnswers: { title: '问卷结果', about: '自编问卷每道题的回答，只含管理范围内的学生' },
};
