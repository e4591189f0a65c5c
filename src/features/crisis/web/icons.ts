import {
  AlertOutlined,
  BarChartOutlined,
  CommentOutlined,
  FolderOpenOutlined,
  FormOutlined,
  NodeIndexOutlined,
  ProfileOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';

export const icons = {
  alert: AlertOutlined,
  barChart: BarChartOutlined,
  comment: CommentOutlined,
  folderOpen: FolderOpenOutlined,
  form: FormOutlined,
  nodeIndex: NodeIndexOutlined,
  profile: ProfileOutlined,
  unorderedList: UnorderedListOutlined,
};
