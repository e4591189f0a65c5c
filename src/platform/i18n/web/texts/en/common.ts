import type { common as zh, notifications as zhNotifications } from '../zh/common.ts';

export const common: typeof zh = {
  confirm: 'OK',
  cancel: 'Cancel',
  close: 'Close',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  closeDialog: 'Close this window',
  back: 'Back',
  retry: 'Retry',
  reload: 'Reload the page',
  loading: 'Loading…',
  more: 'More',
  home: 'Portal home',
  toHome: 'To the portal home',
  toLogin: 'To sign-in',
  skip: 'Skip to content',
  pageSize: '{{n}} / page',
  jumpTo: 'Go to',
  page: 'page',
  pageNumber: 'Page number',
  panelWidth: 'Width of {{label}}',
  panelDrag: 'Drag to change the width, double-click to reset',
  scroll: { before: 'Scroll left', after: 'Scroll right' },
  duration: { minutes: '{{n}} min', hours: '{{n}} h', over: 'more than {{n}} hours' },
  loginName: 'Login name',
  password: 'Password',
};

export const notifications: typeof zhNotifications = {
  success: 'Done',
  createSuccess: 'Saved',
  editSuccess: 'Saved',
  deleteSuccess: 'Deleted',
};
