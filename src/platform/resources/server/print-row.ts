import type { Blob, OrgContext } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import { digestedBytes, makerOf, markFile } from '../../file-codes/server/file-mark.ts';
import { markedPdf, type MarkedDocument } from '../../file-codes/server/marked-pdf.ts';
import { display } from '../../schema/columns.ts';
import type { PrintTemplate } from '../../schema/print-templates.ts';
import { readableValue } from '../../schema/references.ts';
import type { Entity } from '../../schema/server/entity.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { dayOf, minuteOf } from '../../schema/wall-clock.ts';
import type { Row } from '../contract/resource.ts';
import { getRow } from './reading.ts';
import { entityFor } from './scoped-rows.ts';

type PrintedSection = MarkedDocument['sections'][number];

/** A value as it is printed. */
function printedValue({ properties }: EntitySchema, row: Row, name: string): string {
  const field = properties[name];
  if (!field) return '';
  const value = readableValue(row, name);
  return field.format === 'date-time' && typeof value === 'string'
    ? minuteOf(Date.parse(value))
    : display(field, value);
}

/** The parts of a printed row. Fields that the caller does not see are left out, label and value. */
function sectionsOf(schema: EntitySchema, row: Row, template: PrintTemplate): PrintedSection[] {
  const { fields, columns = 1, header, footer, signatures } = template;
  const shown = fields.filter((name) => schema.properties[name] && !schema.properties[name]['x-hidden']);
  const rows = shown.map((name) => [schema.properties[name]?.title ?? name, printedValue(schema, row, name)] as const);
  const words = (text: string | undefined) => (text ? [{ title: '', text: text.split('\n') }] : []);
  return [
    ...words(header),
    { title: '', rows, columns },
    ...words(footer),
    ...(signatures ? [{ title: '', signatures }] : []),
  ];
}

/** What is printed of a row for the caller, and the row's name. @throws AppError `notFoundInScope` */
export async function printedRow(
  ctx: OrgContext,
  name: string,
  id: string,
  template: PrintTemplate,
): Promise<{ label: string; document: MarkedDocument }> {
  const { resources, schemas } = ctx.services;
  const whole = schemas.entity(ctx.actor.orgId, name).schema;
  const row = await getRow(ctx, name, resources.hooksFor(whole), id);
  const { schema } = entityFor(ctx, name);
  return {
    label: String(row[whole['x-resource'].label] ?? ''),
    document: {
      title: template.title,
      sections: sectionsOf(schema, row, template),
      note: '只含打印人有权查看的内容',
    },
  };
}

/**
 * A row as a PDF with its mark; the disclosure is in the operation log. It needs the right to export rows.
 *
 * @throws AppError `notFoundInScope`; AC_FORBIDDEN without the right; PSY_INVALID_SECONDARY_TOKEN
 */
export async function printRowAs(
  ctx: OrgContext,
  { name, schema: { 'x-resource': meta } }: Entity,
  id: string,
  template: PrintTemplate,
): Promise<Blob> {
  const { access } = ctx.services;
  if (!access.decide(ctx.actor, meta.area, 'export')) throw new AppError('AC_FORBIDDEN');
  await ctx.proveVerified(meta.area);
  const { label, document } = await printedRow(ctx, name, id, template);
  const maker = await makerOf(ctx);
  const mark = await ctx.transaction((tx) =>
    markFile(ctx, tx, maker, 'row', {
      act: 'export',
      resource: name,
      rowId: id,
      rowLabel: `${label}（${template.title}）`,
      after: { print: template.title },
    }),
  );
  const bytes = await markedPdf(ctx, mark, document);
  return {
    contentType: 'application/pdf',
    fileName: `${template.title}_${label.slice(0, 30)}_${dayOf(ctx.now())}.pdf`,
    body: await digestedBytes(ctx, mark, Buffer.from(bytes)),
  };
}
