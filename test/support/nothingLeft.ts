/** Fails a test file that leaves something behind in the process which it shares with other files: a global, a variable of the environment, a listener, fake timers. */

import { afterAll, beforeAll, vi } from 'vitest'
// The package that saves settings imports this one, which listens for the end of the process from then on.
import 'when-exit'

/** The process as a test file finds it: what stands in each place. */
function places(): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>([
    ['working folder', process.cwd()],
    ['exit code', process.exitCode],
    ['fake timers', vi.isFakeTimers()],
  ])
  for (const [name, text] of Object.entries(process.env)) found.set(`environment ${name}`, text)
  for (const event of process.eventNames())
    found.set(`listeners of ${String(event)}`, process.listenerCount(event))
  // A getter stays unread: some load a module.
  for (const [name, place] of Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
    found.set(`global ${name}`, Reflect.get(place, 'get') ?? place.value)
  for (const name of ['on', 'exit', 'kill']) found.set(`process.${name}`, Reflect.get(process, name))
  for (const name of ['stderr', 'stdout'] as const)
    found.set(`process.${name}.write`, Reflect.get(process[name], 'write'))
  return found
}

let before = places()
beforeAll(() => {
  before = places()
})

afterAll(() => {
  const after = places()
  const names = new Set([...before.keys(), ...after.keys()])
  const left = [...names].filter((name) => !Object.is(before.get(name), after.get(name)))
  if (left.length > 0) throw new Error(`This file leaves behind: ${left.join(', ')}.`)
})
