/** A worker that dies at once, for tests. */

import { invariant } from '../../../shared/base/result.ts'

invariant(false, 'this worker is broken')
