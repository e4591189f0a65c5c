import { MessageOutlined } from '@ant-design/icons';

export const icons = { message: MessageOutlined };
