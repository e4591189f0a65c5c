/** Title and purpose of each page. */
export const page = {
  help: { title: '帮助中心', about: '使用说明和常见问题' },
};
