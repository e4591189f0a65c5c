import { ClusterOutlined, FileProtectOutlined } from '@ant-design/icons';

export const icons = { organisations: ClusterOutlined, log: FileProtectOutlined };
