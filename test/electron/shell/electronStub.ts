/** The stand-in for the module `electron` as these tests share it, and a way to make all of it anew. */

import { vi } from 'vitest'
import { fakeElectron, type Spy } from '../../fakes/electron/fakeElectron.ts'

const spy: Spy = (run) => vi.fn(run)

export const electron = fakeElectron(spy)
export const renewElectron = (): void => void Object.assign(electron, fakeElectron(spy))

/** The stand-in as the module. Getters, so that a renewed stand-in is seen by a module that was loaded before. */
export function electronModule(): object {
  const names = Object.keys(electron) as (keyof typeof electron)[]
  const module = Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => electron[name] }])),
  )
  return Object.defineProperty(module, 'default', { enumerable: true, value: module })
}
