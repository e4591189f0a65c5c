import { FilePdfOutlined } from '@ant-design/icons';

export const icons = {
  filePdf: FilePdfOutlined,
};
