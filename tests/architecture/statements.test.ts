import { expect, it } from 'vitest';
import { tenantTablesIn } from '../support/statements.ts';

const tenantTables = new Set(['classes', 'students', 'orgs']);

it('finds the tenant tables in the text of a statement', () => {
  expect(tenantTablesIn('select * from "classes" c join students s on true', tenantTables)).toEqual([
    'classes',
    'students',
  ]);
  expect(tenantTablesIn('insert into students (child_id) values ($1)', tenantTables)).toEqual(['students']);
  expect(tenantTablesIn('update only "classes" set x = 1', tenantTables)).toEqual(['classes']);
});

it('leaves out tables that belong to no tenant', () => {
  expect(tenantTablesIn('select 1 from orgs join jobs on true', tenantTables)).toEqual([]);
});
