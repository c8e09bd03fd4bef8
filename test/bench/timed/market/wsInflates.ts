/** The timed market worker as it would be with the inflation of `ws` itself. */

import { InflatingSocket } from '../../../../electron/net/inflatingSocket.ts'
import { ok } from '../../../../shared/base/result.ts'

Object.assign(InflatingSocket.prototype, { inflate: () => ok(null) })
await import('./worker.ts')
