/** The journal with its key and head in a keychain; the keychain itself is a list in memory that can fall silent. */

import { describe, expect, it } from 'vitest'
import type { Keychain } from '../../../../electron/storage/keychain.ts'
import { chooseKeyStore, openJournal } from '../../../../electron/storage/journal/journal.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { MemoryDisk } from '../../../fakes/disk/memoryDisk.ts'
import { alerts, messages } from './desk.ts'

function memoryKeychain() {
  const items = new Map<string, string>()
  let mute = false
  let locked = false
  const keychain: Keychain = {
    read: async (name) => (mute ? null : { text: items.get(name) ?? null }),
    write: async (name, text) => {
      if (mute || locked) return null
      items.set(name, text)
      return { written: true }
    },
    remove: async (name) => {
      items.delete(name)
      return mute ? null : { removed: true }
    },
  }
  return {
    items,
    keychain,
    silent: (is: boolean) => {
      mute = is
    },
    /** As GNOME Keyring without a collection: says that it holds nothing, and takes nothing. */
    lock: (is: boolean) => {
      locked = is
    },
  }
}

describe('a journal with a keychain', () => {
  const start = async (disk: MemoryDisk, keychain: Keychain, directory = '/data') => {
    const said: string[] = []
    const keyStore = await chooseKeyStore({
      disk,
      keychain,
      directory,
      onProblem: (sentence) => said.push(sentence),
    })
    const opened = await openJournal({
      disk,
      keyStore,
      clock: new FakeClock(),
      processes: { own: '1 x', isRunning: () => false },
      folder: directory,
    })
    return { ...opened, said }
  }

  it('keeps neither key nor head in the data folder', async () => {
    const disk = new MemoryDisk()
    const { keychain, items } = memoryKeychain()
    const { journal, close } = await start(disk, keychain)
    expect(journal.problem).toBeNull()
    await close()
    expect(disk.paths()).toEqual(['journal-public-key.pem', 'journal/000001.journal'])
    expect([...items.keys()].map((name) => name.replace(/:.*/, ''))).toEqual(['journal-key', 'journal-head'])
  })

  it('detects a data folder that was emptied', async () => {
    const { keychain } = memoryKeychain()
    await (await start(new MemoryDisk(), keychain)).close()
    const { journal } = await start(new MemoryDisk(), keychain)
    expect(journal.problem).toMatch(
      /^The files of the order journal .* are missing: the keychain .* holds the head of a journal/,
    )
    expect((await start(new MemoryDisk(), keychain, '/other')).journal.problem).toBeNull()
  })

  it('is halted, not signed with another key, while its keychain is silent', async () => {
    const disk = new MemoryDisk()
    const { keychain, silent } = memoryKeychain()
    await (await start(disk, keychain)).close()
    silent(true)
    const { journal, close } = await start(disk, keychain)
    expect(journal.problem).toMatch(
      /^The order journal in \/data cannot be opened: the keychain, where its key is stored unless it was in the file \/data\/journal-key\.pem, does not answer\. This terminal sends no new order.* Unlock the keychain or restore the file, then restart/,
    )
    await close()
    silent(false)
    expect((await start(disk, keychain)).journal.problem).toBeNull()
  })

  it('goes on with one report when the keychain falls silent during the day', async () => {
    const disk = new MemoryDisk()
    const { keychain, silent } = memoryKeychain()
    const one = await start(disk, keychain)
    silent(true)
    for (const entry of alerts(600))
      expect(await one.journal.write([entry])).toEqual({ ok: true, value: null })
    await one.close()
    expect(one.said).toEqual([
      expect.stringMatching(/^The keychain does not accept the head of the order journal/),
    ])
    silent(false)
    expect(messages((await start(disk, keychain)).journal.recovered)).toHaveLength(600)
  })

  it('stays with files of the data folder where no keychain answered at the first start', async () => {
    const disk = new MemoryDisk()
    const { keychain, items, silent } = memoryKeychain()
    silent(true)
    await (await start(disk, keychain)).close()
    expect(disk.paths()).toContain('journal-key.pem')
    silent(false)
    const { journal } = await start(disk, keychain)
    expect(journal.problem).toBeNull()
    expect(items.size).toBe(0)
  })
  it('falls back also where the keychain is empty and takes no key', async () => {
    const disk = new MemoryDisk()
    const { keychain, items, lock } = memoryKeychain()
    lock(true)
    const one = await start(disk, keychain)
    expect(one.journal.problem).toBeNull()
    await one.close()
    expect(disk.paths()).toContain('journal-key.pem')
    lock(false)
    expect((await start(disk, keychain)).journal.problem).toBeNull()
    expect(items.size).toBe(0)
  })

  it('names the missing key file, not the keychain, where the key was in the data folder', async () => {
    const disk = new MemoryDisk()
    const { keychain, silent } = memoryKeychain()
    silent(true)
    await (await start(disk, keychain)).close()
    disk.drop('journal-key.pem')
    for (const isSilent of [true, false]) {
      silent(isSilent)
      const { journal } = await start(disk, keychain)
      expect(journal.problem).toMatch(
        /^The key of the order journal .* is missing: the file \/data\/journal-key\.pem\./,
      )
      expect(journal.problem).not.toContain('keychain')
    }
  })

  it('names both places of the key where nothing shows in which of them it was', async () => {
    const disk = new MemoryDisk()
    const { keychain, items } = memoryKeychain()
    await (await start(disk, keychain)).close()
    items.clear()
    expect((await start(disk, keychain)).journal.problem).toMatch(
      /is missing: the keychain item journal-key:\w+ of openpit \(or the file \/data\/journal-key\.pem where the key was there\)\. .* If another machine or another user of this machine wrote this folder, start Openpit there: the key is in that keychain\. Otherwise copy the data folder\. Then restore/,
    )
  })
})
