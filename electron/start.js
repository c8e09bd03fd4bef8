/** Entry of `npm start`: has Node keep what it compiles, then runs the program. Plain JavaScript, for which Node loads no stripper of types. */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'openpit')
// A folder that cannot be written costs nothing but that. Broker and worker threads keep theirs there too.
enableCompileCache(folder)
process.env.NODE_COMPILE_CACHE ??= folder
await import('./start.ts')
