/** Gives every property test the same seed, so that a run finds what the last one found. `OPENPIT_PROPERTY_SEED` names another one. */

import fc from 'fast-check'

const DEFAULT_SEED = 20_261

fc.configureGlobal({ seed: Number(process.env['OPENPIT_PROPERTY_SEED'] ?? DEFAULT_SEED) })
