import { useList } from '@refinedev/core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';

const ROWS = 50;

interface Props {
  entity: string;
  label: string;
  value: string | undefined;
  onChange: (id: string) => void;
}

/** Chooses one of the latest rows of a resource, for a trial. */
export function RowChoice({ entity: name, label, value, onChange }: Props) {
  const { t } = useTranslation();
  const entity = useEntity(name);
  const { query, result } = useList<Row>({
    resource: name,
    pagination: { currentPage: 1, pageSize: ROWS },
    ...quietly,
    queryOptions: { enabled: entity !== undefined },
  });
  const rows = entity ? (result.data ?? []) : [];
  return (
    <Select<string>
      aria-label={label}
      placeholder={rows.length === 0 && !query.isLoading ? t('studio.noTrialRows') : label}
      disabled={rows.length === 0}
      value={value ?? null}
      showSearch
      optionFilterProp="label"
      options={
        entity ? rows.map((row) => ({ value: rowId(entity.schema, row), label: rowName(entity.schema, row) })) : []
      }
      onChange={onChange}
    />
  );
}
