import { FileDoneOutlined } from '@ant-design/icons';

export const icons = {
  fileDone: FileDoneOutlined,
};
