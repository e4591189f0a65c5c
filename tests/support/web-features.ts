// Component tests import this for its effect: it registers the features, as in the browser.
import { features } from '../../src/app/web/features.ts';
import { registerFeatures } from '../../src/platform/feature/web/registry.ts';

registerFeatures(features);
