import { FileDoneOutlined, FilterOutlined, RiseOutlined } from '@ant-design/icons';

export const icons = { fileDone: FileDoneOutlined, filter: FilterOutlined, rise: RiseOutlined };
