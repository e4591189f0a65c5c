import { NotificationOutlined, FileTextOutlined } from '@ant-design/icons';

export const icons = { announcement: NotificationOutlined, article: FileTextOutlined };
