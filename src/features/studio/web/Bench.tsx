import { HistoryOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { Alert, Button, Segmented } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { pathOfPointer } from '../../../platform/schema/json.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import { freeName, newField, withField, type Place } from './draft.ts';
import { FieldDialog, type Editing } from './FieldDialog.tsx';
import { FieldTable } from './FieldTable.tsx';
import { FormerFields } from './FormerFields.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { Preview } from './Preview.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useDraft, useVerdict, type Finding, type Subject } from './use-studio.ts';
import styles from './studio.module.css';

/** The field that a finding is about; none where it is about the whole. */
const fieldOf = ({ pointer }: Finding, { properties }: EntitySchema): string | undefined => {
  const [top, name] = pathOfPointer(pointer);
  return top === 'properties' && name !== undefined && Object.hasOwn(properties, name) ? name : undefined;
};

/** A schema as a school sees it that has not these fields. */
const without = (schema: EntitySchema, names: readonly string[]): EntitySchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      names.includes(name) ? { ...field, 'x-hidden': true } : field,
    ]),
  ),
});

/** The bench for one resource: its fields, what they look like, and what was published when. */
export function Bench({ subject }: { subject: Subject }) {
  const { t } = useTranslation();
  const {
    entity,
    core,
    core_required: needed,
    elsewhere,
    former,
    problems,
    version,
    published_by: publisher,
    published_at: moment,
  } = subject;
  const draft = useDraft(subject);
  const verdict = useVerdict(entity, draft.overlay, subject.schema);
  const [place, setPlace] = useState<Place>('x-list');
  const [editing, setEditing] = useState<Editing>();
  const [dialog, setDialog] = useState<'publish' | 'history'>();
  const { setDirty } = useLeaveGuard();
  useEffect(() => setDirty(draft.changed), [setDirty, draft.changed]);

  const { schema } = draft;
  const here = useMemo(() => without(verdict.schema, elsewhere), [verdict.schema, elsewhere]);
  const findings = verdict.findings ?? [];
  const general = findings.filter((finding) => fieldOf(finding, schema) === undefined);
  const { acts } = schema['x-resource'];
  const writable = acts.includes('create') || acts.includes('update');
  const add = (name?: string, field?: FieldSchema) =>
    setEditing({
      name: name ?? freeName([...Object.keys(schema.properties), ...former.map((one) => one.field)], 'field'),
      field: field ?? newField(schema, 'text'),
      isNew: true,
    });

  return (
    <>
      <section className={styles.panel} aria-label={t('studio.fields')}>
        <div className={styles.toolbar}>
          <span className={styles.state} role="status">
            {version === 0
              ? t('studio.neverPublished')
              : t('studio.publishedBy', {
                  version,
                  name: publisher ?? t('studio.somebody'),
                  at: (moment ?? '').slice(0, 10),
                })}
            {draft.changed && <strong>{t('studio.unpublished')}</strong>}
          </span>
          <Segmented<Place>
            value={place}
            onChange={setPlace}
            options={[
              { value: 'x-list', label: t('studio.byList') },
              { value: 'x-form', label: t('studio.byForm') },
            ]}
            aria-label={t('studio.order')}
          />
          <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setDialog('history')}>
            {t('studio.history')}
          </Button>
          <Button icon={<UndoOutlined aria-hidden />} disabled={draft.undo === undefined} onClick={draft.undo}>
            {t('studio.undo')}
          </Button>
          {writable && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add()}>
              {t('studio.addField')}
            </Button>
          )}
          <Button
            type="primary"
            disabled={!draft.changed || verdict.findings === undefined || findings.length > 0}
            onClick={() => setDialog('publish')}
          >
            {t('studio.publish')}
          </Button>
        </div>
        {problems.length > 0 && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            className={styles.alert}
            message={t('studio.notInForce')}
            description={problems.map(({ pointer, reason, fix }) => (
              <div key={pointer + reason}>
                {reason}。{fix}
              </div>
            ))}
          />
        )}
        {general.length > 0 && (
          <Alert
            type="error"
            showIcon
            role="alert"
            className={styles.alert}
            message={general.map(({ pointer, reason, fix }) => (
              <div key={pointer + reason}>
                {reason}。{fix}
                <code className={styles.pointer}>{pointer}</code>
              </div>
            ))}
          />
        )}
        <FieldTable
          schema={schema}
          ground={subject.ground}
          core={core}
          needed={needed}
          elsewhere={elsewhere}
          place={place}
          findings={findings}
          onChange={draft.change}
          onEdit={(name) => {
            const field = schema.properties[name];
            if (field) setEditing({ name, field, isNew: false });
          }}
        />
        <FormerFields
          entity={entity}
          former={former.filter(({ field }) => !Object.hasOwn(schema.properties, field))}
          onRestore={({ field, schema: last }) => (last ? draft.change(withField(schema, field, last)) : add(field))}
        />
      </section>
      <Preview entity={entity} inForce={subject.schema} schema={here} stale={findings.length > 0} />
      <FieldDialog
        key={editing && `${editing.name} ${editing.isNew}`}
        editing={editing}
        entity={entity}
        inForce={subject.schema}
        schema={schema}
        ground={subject.ground}
        core={core}
        needed={needed}
        onClose={() => setEditing(undefined)}
        onDone={draft.change}
      />
      <PublishDialog
        open={dialog === 'publish'}
        subject={subject}
        overlay={draft.overlay}
        schema={verdict.schema}
        onClose={() => setDialog(undefined)}
        onDiscard={draft.discard}
        setDirty={setDirty}
      />
      <HistoryDialog
        open={dialog === 'history'}
        entity={entity}
        now={subject.schema}
        ground={subject.ground}
        onClose={() => setDialog(undefined)}
        onRestore={draft.change}
      />
    </>
  );
}
