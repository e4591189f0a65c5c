import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import {
  Alert,
  App,
  Badge,
  Button,
  Checkbox,
  ConfigProvider,
  Drawer,
  Dropdown,
  Form,
  Input,
  Menu,
  Modal,
  Pagination,
  Popover,
  Progress,
  Radio,
  Segmented,
  Select,
  Skeleton,
  Space,
  Spin,
  Table,
  Tag,
  Tooltip,
} from 'antd';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Mode } from '../tokens.ts';
import { antdTheme } from './antd-theme.ts';

/** Components of login page, layout, lists and forms. */
const parts = (
  <App>
    <Button type="primary" />
    <Input.Password />
    <Input.Search />
    <Select />
    <Tooltip title=" ">
      <Popover>
        <Dropdown menu={{ items: [] }}>
          <Button />
        </Dropdown>
      </Popover>
    </Tooltip>
    <Space.Compact>
      <Button />
    </Space.Compact>
    <Badge count={1} />
    <Spin />
    <Tag />
    <Checkbox />
    <Segmented options={['']} />
    <Pagination />
    <Table rowSelection={{}} />
    <Modal />
    <Drawer />
    <Form>
      <Form.Item label=" ">
        <Input.TextArea />
      </Form.Item>
    </Form>
    <Radio.Group options={['']} />
    <Alert message=" " />
    <Skeleton />
    <Progress />
    <Menu />
  </App>
);

/**
 * Antd's styles of the first screens, generated at build time, with the list by which antd recognises them. They use
 * custom properties, so they are the same in every theme.
 */
export function antdCss(mode: Mode = 'light'): string {
  const cache = createCache();
  renderToStaticMarkup(
    <StyleProvider cache={cache}>
      <ConfigProvider theme={antdTheme(mode)}>{parts}</ConfigProvider>
    </StyleProvider>,
  );
  return extractStyle(cache, { plain: true, types: 'style' });
}
