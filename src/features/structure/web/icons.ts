import { PartitionOutlined } from '@ant-design/icons';

export const icons = {
  partition: PartitionOutlined,
};
