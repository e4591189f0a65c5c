import type { NotificationProvider } from '@refinedev/core';
import type { MessageInstance } from 'antd/es/message/interface';

/** Shows Refine's success messages; `notifyFailure` shows failures (`spec §8`). */
export const createNotificationProvider = (message: MessageInstance): NotificationProvider => ({
  open: ({ type, message: text, key }) => {
    if (type === 'success' && text) void message.success({ content: text, ...(key !== undefined && { key }) });
  },
  close: (key) => message.destroy(key),
});
