import { Button, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ARCHIVE_KINDS, type ArchiveEvent, type ArchiveKind } from '../../../platform/archive/contract.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { Archive } from '../contract.ts';
import { semesterOf } from '../rules/semester.ts';
import { EventRow } from './EventRow.tsx';
import styles from './archive.module.css';

/** Events shown at first, and with each press of the button. */
const STEP = 60;

interface Group {
  key: string;
  from: number;
  half: 'first' | 'second' | undefined;
  events: ArchiveEvent[];
}

/** Events by semester, in their order. */
function bySemester(events: readonly ArchiveEvent[]): Group[] {
  const groups: Group[] = [];
  for (const event of events) {
    const semester = event.at === '' ? undefined : semesterOf(dateText(event.at));
    const key = semester ? `${semester.from}-${semester.half}` : 'undated';
    const last = groups.at(-1);
    if (last?.key === key) last.events.push(event);
    else groups.push({ key, from: semester?.from ?? 0, half: semester?.half, events: [event] });
  }
  return groups;
}

/** Everything that happened to a student, as far as the reader may know it, the newest first and by semester. */
export function Timeline({ archive: { events, kinds }, onDone }: { archive: Archive; onDone: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly ArchiveKind[]>([]);
  const [shown, setShown] = useState(STEP);
  const wanted = useMemo(
    () => (chosen.length === 0 ? events : events.filter(({ kind }) => chosen.includes(kind))),
    [events, chosen],
  );
  const groups = useMemo(() => bySemester(wanted.slice(0, shown)), [wanted, shown]);
  const rest = wanted.length - shown;
  return (
    <section className={styles.card} aria-labelledby="timeline">
      <h2 id="timeline" className={styles.heading}>
        {t('archive.timeline')}
      </h2>
      <Checkbox.Group<ArchiveKind>
        className={styles.filter}
        aria-label={t('archive.filter')}
        value={[...chosen]}
        onChange={(next) => {
          setChosen(next);
          setShown(STEP);
        }}
        options={ARCHIVE_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => ({
          value: kind,
          label: t(`archive.kind.${kind}`),
        }))}
      />
      {wanted.length === 0 && (
        <p className={styles.quiet}>{t(chosen.length === 0 ? 'archive.nothing' : 'archive.nothingOf')}</p>
      )}
      {groups.map(({ key, from, half, events: of }) => (
        <section key={key} aria-labelledby={`semester-${key}`}>
          <h3 id={`semester-${key}`} className={styles.semester}>
            {half === undefined ? t('archive.undated') : t(`archive.${half}`, { from, to: from + 1 })}
          </h3>
          <ol className={styles.events}>
            {of.map((event) => (
              <EventRow key={`${event.kind} ${event.event_id}`} event={event} onDone={onDone} />
            ))}
          </ol>
        </section>
      ))}
      {rest > 0 && (
        <Button className={styles.more} onClick={() => setShown(shown + STEP)}>
          {t('archive.more', { count: Math.min(rest, STEP) })}
        </Button>
      )}
    </section>
  );
}
