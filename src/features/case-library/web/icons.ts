import { FilePdfOutlined, ReadOutlined } from '@ant-design/icons';

export const icons = { filePdf: FilePdfOutlined, read: ReadOutlined };
