/** The sound of a window opens only once the browser's audio runs, because an earlier `AudioContext` blocks the page. */

import { expect, it, onTestFinished, vi } from 'vitest'
import { openSounds } from '../../../renderer/sound/openSounds.ts'
import { stage } from '../workspace/stage.tsx'

/** `devices`: the browser's answer, which comes once the audio runs. */
async function open(devices: () => Promise<MediaDeviceInfo[]>) {
  const opened: string[] = []
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        opened.push('context')
      }
      resume = async () => undefined
    },
  )
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockImplementation(devices)
  // This page must not hold the lock of all windows.
  vi.spyOn(navigator.locks, 'request').mockResolvedValue(undefined)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const { session, clock } = await stage()
  void openSounds(session)
  return { opened, session, clock }
}

it('waits until the audio runs, and asks for the lock of all windows then', async () => {
  const answer = Promise.withResolvers<MediaDeviceInfo[]>()
  const { opened, session } = await open(() => answer.promise)
  // More turns than a page needs that opens the sound at once.
  for (let turn = 0; turn < 3; turn++)
    // oxlint-disable-next-line no-await-in-loop -- One frame after the other.
    await new Promise((drawn) => requestAnimationFrame(drawn))
  expect(opened).toEqual([])
  expect(session.sound.getState().place).toBe('waits')
  answer.resolve([])
  await expect.poll(() => session.sound.getState().place).toBe('elsewhere')
  expect(opened).toEqual(['context'])
})

it('opens where the browser tells nothing of its devices', async () => {
  const { opened } = await open(() => Promise.reject(new Error('not allowed')))
  await expect.poll(() => opened).toEqual(['context'])
})

it('opens after two seconds without an answer', async () => {
  const { opened, clock } = await open(() => new Promise(() => undefined))
  clock.advance(1_900)
  expect(opened).toEqual([])
  clock.advance(100)
  await expect.poll(() => opened).toEqual(['context'])
})
