/** A terminal that can be updated from an address on loopback, for the story and the picture of the sheet. Linux alone. */

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { imageIn, openUpdateAddress } from '../../fakes/electron/packageAsAppImage.ts'
import { scratchFolder, startEntry } from '../../support/runTerminal.ts'

const root = resolve(import.meta.dirname, '../../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The release that runs, and the one after it. */
export const RUNNING = version
export const NEWER = version.replace(
  /^(\d+)\.(\d+)\..*$/,
  (_all, major, minor) => `${major}.${Number(minor) + 1}.0`,
)

export interface Updatable {
  readonly url: string
  /** Puts the release at the address, as a publisher does. */
  publish(version: string): void
  /** The AppImage as it is now. */
  image(): string
  output(): string
  stop(): Promise<void>
}

/** `venueFile`: a profile for `--venue`; left out: the built-in broker alone. */
export async function startUpdatable(venueFile = ''): Promise<Updatable> {
  const data = scratchFolder()
  const installed = scratchFolder()
  const address = await openUpdateAddress()
  const stopOthers = async () => {
    await address.close()
    data.remove()
    installed.remove()
  }
  try {
    const program = await startEntry(
      'test/e2e/updates/updatableTerminal.ts',
      [data.path, installed.path, address.url, RUNNING, venueFile],
      /ready at (http:\/\/127\.0\.0\.1:\d+\/#\S+)/,
    )
    return {
      url: program.match[1] ?? '',
      publish: (release) => address.publish('latest', { version: release }),
      image: () => readFileSync(imageIn(installed.path), 'utf8'),
      output: () => program.output(),
      async stop() {
        await program.stop()
        await stopOthers()
      },
    }
  } catch (error) {
    await stopOthers()
    throw error
  }
}
