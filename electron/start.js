/** Entry of `npm start`: has Node keep what it compiles, then runs the program. Plain JavaScript, for which Node loads no stripper of types. */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// Node strips types in WebAssembly, once in each thread. Where two threads compile the same wrapper for a call out of it at once,
// V8 can end the whole process (nodejs/node#64500): with this many calls as its threshold it compiles none.
setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000')

const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'openpit')
// A folder that cannot be written costs nothing but that. Broker and worker threads keep theirs there too.
enableCompileCache(folder)
process.env.NODE_COMPILE_CACHE ??= folder
await import('./start.ts')
