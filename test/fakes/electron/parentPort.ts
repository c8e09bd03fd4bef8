/** Loaded before the entry of a stand-in utility process: gives it the `parentPort` that Electron would, over Node's own channel. */

import { EventEmitter } from 'node:events'

const parentPort = new EventEmitter()
process.on('message', (data) => parentPort.emit('message', { data }))
// Electron ends a utility process when the program that started it is gone.
process.on('disconnect', () => process.exit(0))
Object.defineProperty(process, 'parentPort', { value: parentPort })
