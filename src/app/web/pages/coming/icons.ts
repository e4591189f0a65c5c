import { FileTextOutlined } from '@ant-design/icons';

export const icons = {
  fileText: FileTextOutlined,
};
