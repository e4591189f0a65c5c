import { BookOutlined, FilePdfOutlined } from '@ant-design/icons';

export const icons = { book: BookOutlined, filePdf: FilePdfOutlined };
