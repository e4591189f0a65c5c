import { useQuery } from '@tanstack/react-query';
import { Input, Segmented, Select } from 'antd';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listViews } from '../../../platform/crud/contract/views.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useListPage } from '../../../platform/pages/web/list-page.ts';
import { chartFields } from '../../../platform/schema/chart-fields.ts';
import {
  VIEW_CARD_SHAPES,
  VIEW_CARD_SIZE,
  type TitledPlace,
  type ViewCardShape,
} from '../../../platform/session/home-cards.ts';
import { usePortal } from '../../../platform/session/web/portal-context.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { declareCard } from '../contract.ts';
import styles from './ArrangeDialog.module.css';

const FORM = 'add-card';
const quiet = { quiet: true } as const;

interface Props {
  onClose: () => void;
  onAdded: (place: TitledPlace) => void;
}

type Errors = Partial<Record<'resource' | 'view' | 'field' | 'title', string>>;

/** The shared views of a list. */
const useSharedViews = (resource: string | undefined) =>
  useQuery({
    queryKey: ['views', resource, 'shared'],
    enabled: resource !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { items } = await call(listViews, { query: { resource: resource ?? '' } }, { signal, quiet: true });
      return items.filter(({ shared }) => shared);
    },
  });

/** Declares a card of the home pages: a shared view of a list as a number, a short list or a chart. */
export function AddCardDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const { schemas } = usePortal();
  const pageOf = useListPage();
  const [resource, setResource] = useState<string>();
  const [view, setView] = useState<string>();
  const [shape, setShape] = useState<ViewCardShape>('number');
  const [by, setBy] = useState<string>();
  const [title, setTitle] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data: views, isFetching } = useSharedViews(resource);
  const schema = resource === undefined ? undefined : schemas.get(resource);
  const fields = schema === undefined ? [] : chartFields(schema);
  const page = resource === undefined ? undefined : pageOf(resource);
  const lists = [...schemas.values()].filter(({ $id }) => pageOf($id) !== undefined);

  const save = useOnce(async () => {
    const name = title.trim();
    setBusy(true);
    try {
      const body = { view_id: view ?? '', title: name, shown_as: shape, ...(shape === 'chart' && { field: by ?? '' }) };
      const { key } = await call(declareCard, { body }, quiet);
      onAdded({ key, title: name, size: VIEW_CARD_SIZE[shape] });
    } catch (error) {
      const { message, details } = failureOf(error);
      const at = (pointer: string) => details.find(({ field }) => field === pointer)?.message;
      setErrors({ view: at('/view_id'), field: at('/field'), title: at('/title') });
      setFailure(details.length > 0 ? undefined : message);
    } finally {
      setBusy(false);
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing: Errors = {
      ...(resource === undefined && { resource: t('homeCards.view.required.resource') }),
      ...(view === undefined && { view: t('homeCards.view.required.view') }),
      ...(shape === 'chart' && by === undefined && { field: t('homeCards.view.required.field') }),
      ...(title.trim() === '' && { title: t('homeCards.view.required.title') }),
    };
    setErrors(missing);
    setFailure(undefined);
    if (Object.keys(missing).length === 0) save();
  };
  const noViews = resource !== undefined && !isFetching && views?.length === 0;
  return (
    <Sheet
      open
      title={t('homeCards.view.addTitle')}
      onClose={onClose}
      act={{ label: t('homeCards.view.save'), busy, form: FORM }}
    >
      <form id={FORM} onSubmit={submit} noValidate aria-label={t('homeCards.view.addTitle')}>
        <p className={styles.about}>{t('homeCards.view.addAbout')}</p>
        <Field id="card-list" label={t('homeCards.view.list')} error={errors.resource}>
          <Select<string>
            {...fieldProps('card-list', errors.resource)}
            className={styles.wide}
            showSearch
            optionFilterProp="label"
            value={resource}
            options={lists.map(({ $id: value, title: label }) => ({ value, label }))}
            onChange={(next) => {
              setResource(next);
              setView(undefined);
              setBy(undefined);
            }}
          />
        </Field>
        <Field
          id="card-view"
          label={t('homeCards.view.view')}
          error={errors.view}
          hint={
            <>
              {t(noViews ? 'homeCards.view.noViews' : 'homeCards.view.viewHint')}
              {page !== undefined && <Link to={page}>{t('homeCards.view.openList')}</Link>}
            </>
          }
        >
          <Select<string>
            {...fieldProps('card-view', errors.view)}
            className={styles.wide}
            disabled={resource === undefined}
            loading={isFetching}
            value={view}
            options={views?.map(({ view_id: value, name: label }) => ({ value, label })) ?? []}
            onChange={(next) => {
              setView(next);
              if (title === '') setTitle(views?.find(({ view_id: id }) => id === next)?.name ?? '');
            }}
          />
        </Field>
        <Field id="card-shape" label={t('homeCards.view.shape')} hint={t(`homeCards.view.shapeHints.${shape}`)}>
          <Segmented<ViewCardShape>
            id="card-shape"
            className={styles.shape}
            aria-label={t('homeCards.view.shape')}
            value={shape}
            onChange={setShape}
            options={VIEW_CARD_SHAPES.map((value) => ({ value, label: t(`homeCards.view.shapes.${value}`) }))}
          />
        </Field>
        {shape === 'chart' && (
          <Field
            id="card-field"
            label={t('homeCards.view.field')}
            error={errors.field}
            hint={schema !== undefined && fields.length === 0 && t('homeCards.view.noFields')}
          >
            <Select<string>
              {...fieldProps('card-field', errors.field)}
              className={styles.wide}
              disabled={fields.length === 0}
              value={by}
              options={fields.map(({ field: value, title: label }) => ({ value, label }))}
              onChange={setBy}
            />
          </Field>
        )}
        <Field id="card-title" label={t('homeCards.view.title')} error={errors.title} failure={failure}>
          <Input
            {...fieldProps('card-title', errors.title)}
            autoComplete="off"
            maxLength={20}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
      </form>
    </Sheet>
  );
}
