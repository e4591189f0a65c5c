/** Texts of forms in tabs. */
export const formTabs = {
  label: '表单页签',
  wrong_one: '{{count}} 项待改',
  wrong_other: '{{count}} 项待改',
};
