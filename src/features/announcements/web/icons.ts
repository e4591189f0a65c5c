import { NotificationOutlined, ReadOutlined } from '@ant-design/icons';

export const icons = { announcement: NotificationOutlined, article: ReadOutlined };
