import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/platform/runtime/server/root.ts';
import type { Capacity, Cost } from './capacity.ts';
import { withExtrapolation, type Growth } from './growth.ts';

export interface CapacityFindings {
  at: string;
  machine: string;
  /** Load of the machine by other work when each of the two measurements began. */
  load: number;
  grownLoad: number;
  grown: readonly Growth[];
  measured: Capacity;
}

/** How a school uses the portal. The figures of the sheet are for these. */
const USE = {
  schoolStudents: 1000,
  sittingsOfYear: 4,
  secondsPerAnswer: 8,
  /** Entries of the operation log and notices of a year, for each student. */
  entriesOfYear: 60,
  noticesOfYear: 20,
  /** Pages that the staff of a school open in a minute of a busy morning. */
  pagesPerMinute: 30,
};
/** A core that does more makes people wait when they come at once. */
const BUSY = 0.6;
const GIB = 2 ** 30;

const BEGIN = '<!-- capacity: written by npm run bench capacity -->';
const END = '<!-- end of capacity -->';
const MANUAL = '.readme/operating.md';

const number = (value: number): string =>
  Number(value.toPrecision(value < 100 ? 2 : 3)).toLocaleString('en', { maximumFractionDigits: 2 });
const ms = (value: number | undefined): string => (value === undefined ? '–' : `${number(value)} ms`);
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const bytesOf = (grown: readonly Growth[], name: string): number =>
  grown.findLast(({ table: of }) => of === name)?.bytesPerRow ?? NaN;

const perCore = (costMs: number): number => (1000 * BUSY) / costMs;

function carried({ grown, measured }: CapacityFindings): string {
  const { sitting, page, answersOfSitting, studentBytes, sittingBytes } = measured;
  const atOnce = ({ serverMs, databaseMs }: Cost, of: (cost: number) => number) => [
    number(of(serverMs)),
    number(of(databaseMs)),
  ];
  const yearBytes =
    studentBytes +
    USE.sittingsOfYear * sittingBytes +
    USE.entriesOfYear * bytesOf(grown, 'audit_logs') +
    USE.noticesOfYear * bytesOf(grown, 'notices');
  const answering = (cost: number) => perCore(cost) * answersOfSitting * USE.secondsPerAnswer;
  const schools = (cost: number) => (perCore(cost) * 60) / USE.pagesPerMinute;
  return table(
    ['', 'per core of a server process', 'per core of PostgreSQL', 'per GiB of the database'],
    [
      ['students who answer at once', ...atOnce(sitting, answering), '–'],
      ['sittings an hour', ...atOnce(sitting, (cost) => perCore(cost) * 3600), number(GIB / sittingBytes)],
      ['pages of lists a second', ...atOnce(page, perCore), '–'],
      ['schools whose staff work at once', ...atOnce(page, schools), '–'],
      ['students, stored', '–', '–', number(GIB / studentBytes)],
      [
        `schools of ${USE.schoolStudents} students, for a year`,
        '–',
        '–',
        number(GIB / (USE.schoolStudents * yearBytes)),
      ],
    ],
  );
}

/** Which part reaches its limit first where a number of schools screen at the same time. */
function limits({ measured }: CapacityFindings): string {
  const { sitting, page, idleMiB, loadedMiB } = measured;
  const first = ({ serverMs, databaseMs }: Cost) =>
    serverMs > databaseMs
      ? `the server process (one thread, ${number(serverMs / databaseMs)} times the processor time of the database): add processes`
      : `PostgreSQL (${number(databaseMs / serverMs)} times the processor time of the server process): add cores there`;
  return [
    `**What is short first.** While students answer: ${first(sitting)}. While staff read lists: ${first(page)}.`,
    `A server process has ${number(idleMiB)} MiB when idle and ${number(loadedMiB)} MiB after the load; a GiB of memory`,
    `is enough for one, and more of it serves PostgreSQL, whose tables of the current year should fit.`,
  ].join(' ');
}

const growthRows = (grown: readonly Growth[]): string =>
  table(
    ['table', 'rows', 'GiB', 'insert', 'page', 'count of one school', 'removal of what is over, one school'],
    withExtrapolation(grown).map((one) => [
      `\`${one.table}\``,
      `${one.rows / 1e6} million${grown.includes(one) ? '' : ' (extrapolated)'}`,
      number((one.rows * one.bytesPerRow) / GIB),
      ms(one.insertMs),
      ms(one.listMs),
      ms(one.countMs),
      ms(one.retentionMs),
    ]),
  );

/** The sheet as Markdown. */
export const capacitySheet = (found: CapacityFindings): string =>
  [
    `Measured ${found.at.slice(0, 10)} on ${found.machine}, with a load of ${number(found.load)} by other work: processor time of the processes, of which a core is used to ${BUSY * 100} %.`,
    `A sitting is two scales (${found.measured.answersOfSitting} answers, one call each, ${USE.secondsPerAnswer} s apart) with opening, submitting and scoring: ${ms(found.measured.sitting.serverMs)} of a server process and ${ms(found.measured.sitting.databaseMs)} of PostgreSQL. A page is 20 of 100,000 students with their number: ${ms(found.measured.page.serverMs)} and ${ms(found.measured.page.databaseMs)}. A school's year is ${USE.sittingsOfYear} sittings, ${USE.entriesOfYear} entries of the operation log and ${USE.noticesOfYear} notices for each student; its staff open ${USE.pagesPerMinute} pages a minute. Attached files are not included.`,
    carried(found),
    limits(found),
    `**Tables that grow**, with 200 schools, of which the one measured has a tenth of all rows. Medians on the same machine, with a load of ${number(found.grownLoad)} by other work; the page of \`jobs\` is the claim of a due job, while every thousandth job is due.`,
    growthRows(found.grown),
  ].join('\n\n');

const isWhole = (found: Partial<CapacityFindings>): found is CapacityFindings =>
  found.grown !== undefined && found.measured !== undefined;

/** Writes the sheet into the operators' manual. @throws Error where the manual has no place for it */
export function writeCapacity(found: Partial<CapacityFindings>): string {
  if (!isWhole(found)) return 'npm run bench growth, npm run bench capacity: both are needed for the sheet';
  const file = path.join(root, MANUAL);
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${MANUAL} has no place for the sheet`);
  const sheet = capacitySheet(found);
  writeFileSync(file, `${text.slice(0, from + BEGIN.length)}\n${sheet}\n${text.slice(to)}`);
  return sheet;
}
