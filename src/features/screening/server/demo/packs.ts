import { Check } from 'typebox/schema';
import cesd from '../../../../../schemas/scales/ces-d.json' with { type: 'json' };
import gad7 from '../../../../../schemas/scales/gad-7.json' with { type: 'json' };
import phq9 from '../../../../../schemas/scales/phq-9.json' with { type: 'json' };
import who5 from '../../../../../schemas/scales/who-5.json' with { type: 'json' };
import { ScalePack } from '../../rules/scales/pack-schema.ts';

function packOf(document: unknown): ScalePack {
  if (!Check(ScalePack, document)) throw new Error('a pack of the demo does not have the form of a scale');
  return document;
}

export const CESD = packOf(cesd);
export const GAD7 = packOf(gad7);
export const PHQ9 = packOf(phq9);
/** The only one of these in which high points are good. */
export const WHO5 = packOf(who5);
