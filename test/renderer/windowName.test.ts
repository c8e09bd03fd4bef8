import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../shared/base/random.ts'
import { takeWindowName } from '../../renderer/windowName.ts'

/** A tab's session storage, as far as the window's name needs it. */
function tabStorage(held = new Map<string, string>()) {
  const storage = {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  } as Storage
  return { storage, duplicate: () => tabStorage(new Map(held)) }
}

describe('the name of a window', () => {
  const random = seededRandom(1)

  it('stays over a reload, which hides the page before the next one comes', () => {
    const { storage } = tabStorage()
    const first = takeWindowName(storage, random)
    first.leave()
    const reloaded = takeWindowName(storage, random)
    reloaded.leave()
    expect([reloaded.name, takeWindowName(storage, random).name]).toEqual([first.name, first.name])
    expect(first.name).toMatch(/^[a-z]{12}$/)
  })

  it('is another in a duplicated tab, whose storage is a copy, before and after reloads of both', () => {
    const tab = tabStorage()
    const original = takeWindowName(tab.storage, random)
    const copy = tab.duplicate()
    const duplicate = takeWindowName(copy.storage, random)
    expect(duplicate.name).not.toBe(original.name)
    original.leave()
    duplicate.leave()
    expect(takeWindowName(tab.storage, random).name).toBe(original.name)
    expect(takeWindowName(copy.storage, random).name).toBe(duplicate.name)
  })
})
