import { FileDoneOutlined, RiseOutlined } from '@ant-design/icons';

export const icons = { fileDone: FileDoneOutlined, rise: RiseOutlined };
