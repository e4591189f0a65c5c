import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Grid } from 'antd';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../../schema/filters.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import { SiblingsContext, SiblingStore } from '../../../ui/web/fields/siblings.ts';
import type { FilterValues } from './address.ts';
import { FilterControl } from './FilterControl.tsx';
import styles from './list.module.css';

interface Props {
  schema: EntitySchema;
  filters: readonly FilterField[];
  /** What the list is filtered by now. */
  values: FilterValues;
  onQuery: (values: FilterValues) => void;
  /** Shows all filters in one column (drawer on phones). */
  full?: boolean;
}

const hasValue =
  (values: FilterValues) =>
  ({ field }: FilterField) =>
    values[field] !== undefined;

/** The filters of a list. The query is sent on 查询 or Enter. */
export function QueryBar({ schema, filters, values, onQuery, full = false }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const wide = Grid.useBreakpoint().xl ?? true;
  const shownCount = full ? filters.length : wide ? 3 : 2;
  const rest = filters.slice(shownCount);
  const inUse = rest.filter(hasValue(values)).length;
  const [open, setOpen] = useState(inUse > 0);

  const [draft, setDraft] = useState(values);
  // Enter commits the buffered input and submits in the same event.
  const latest = useRef(draft);
  const [siblings] = useState(() => new SiblingStore((kind) => filters.find((filter) => filter.kind === kind)?.field));
  useEffect(() => {
    latest.current = draft;
    siblings.set(draft);
  }, [draft, siblings]);
  const take = (next: FilterValues) => {
    latest.current = next;
    setDraft(next);
  };
  const [known, setKnown] = useState(values);
  if (known !== values) {
    // The URL changed: Back, reset or a new query.
    setKnown(values);
    setDraft(values);
  }

  const query = (event: FormEvent) => {
    event.preventDefault();
    onQuery(latest.current);
  };
  return (
    <SiblingsContext value={siblings}>
      <form
        className={full ? styles.queryFull : styles.query}
        onSubmit={query}
        role="search"
        aria-label={t('crud.queryBar')}
      >
        {filters.slice(0, open ? undefined : shownCount).map((filter) => (
          <FilterControl
            key={filter.field}
            id={`${id}${filter.field}`}
            filter={filter}
            field={schema.properties[filter.field]}
            value={draft[filter.field]}
            onChange={(value) => take({ ...latest.current, [filter.field]: value })}
          />
        ))}
        <div className={styles.queryActs}>
          {rest.length > 0 && (
            <Button
              type="link"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              icon={open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
              iconPosition="end"
            >
              {open ? t('crud.collapse') : inUse > 0 ? t('crud.expandActive', { count: inUse }) : t('crud.expand')}
            </Button>
          )}
          <Button
            type="text"
            onClick={() => {
              take({});
              onQuery({});
            }}
          >
            {t('crud.reset')}
          </Button>
          <Button htmlType="submit">{t('crud.query')}</Button>
        </div>
      </form>
    </SiblingsContext>
  );
}
