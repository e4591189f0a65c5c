import { ClusterOutlined, ContainerOutlined, FileProtectOutlined } from '@ant-design/icons';

export const icons = { organisations: ClusterOutlined, tasks: ContainerOutlined, log: FileProtectOutlined };
