/** Title and purpose of each page. */
export const page = {
  ai: { title: 'AI 助手', about: '回答心理健康教育工作中的问题' },
};
