/** Entry of `npm start`: turns on Node's compile cache, then runs the program. Plain JavaScript, which Node loads without its type stripper. */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// Node strips types in WebAssembly, once in each thread. Two threads that compile the same call wrapper at once
// can crash V8 (nodejs/node#64500). This threshold is never reached, so V8 compiles no wrapper.
setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000')

const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'openpit')
// A folder that cannot be written only costs the cache. Broker and worker threads use the same folder.
enableCompileCache(folder)
process.env.NODE_COMPILE_CACHE ??= folder
await import('./start.ts')
