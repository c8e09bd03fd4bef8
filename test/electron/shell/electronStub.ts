/** The stand-in for the module `electron` as these tests share it, and a way to make all of it anew. */

import { vi } from 'vitest'
import { fakeElectron, type Spy } from '../../fakes/electron/fakeElectron.ts'

const spy: Spy = (run) => vi.fn(run)

export const electron = fakeElectron(spy)
export const renewElectron = (): void => void Object.assign(electron, fakeElectron(spy))
