import type { NotificationProvider } from '@refinedev/core';
import type { MessageInstance } from 'antd/es/message/interface';

/** Shows Refine's successes; its failures are left out, since `notifyFailure` tells them (`spec §8`). */
export const createNotificationProvider = (message: MessageInstance): NotificationProvider => ({
  open: ({ type, message: text, key }) => {
    if (type === 'success' && text) void message.success({ content: text, ...(key !== undefined && { key }) });
  },
  close: (key) => message.destroy(key),
});
