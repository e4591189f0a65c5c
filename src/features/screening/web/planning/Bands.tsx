import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ScaleDetail } from '../../contract/scales.ts';

/** The bands of each dimension with their scores, by the default norm set. */
export function Bands({ dimensions }: Pick<ScaleDetail, 'dimensions'>) {
  const { t } = useTranslation();
  return dimensions.map(({ dimension_id: id, title, bands }) => (
    <Table
      key={id}
      size="small"
      rowKey="band_id"
      title={() => title}
      dataSource={bands}
      pagination={false}
      locale={{ emptyText: t('exams.noBands') }}
      columns={[
        { title: t('exams.band'), dataIndex: 'title' },
        { title: t('exams.range'), key: 'range', render: (_, { from, to }) => (from === to ? from : `${from}–${to}`) },
      ]}
    />
  ));
}
