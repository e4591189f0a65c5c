export { disclosedSections, type Disclosed } from './printed-sections.ts';
