/** `electron-updater` itself as an installed AppImage runs it, with Node's HTTP in the place of Chromium's. The AppImage is a shell script. Linux alone. */

import { NodeHttpExecutor } from 'builder-util/out/nodeHttpExecutor.js'
import { configureRequestUrl, type DownloadOptions } from 'builder-util-runtime'
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createRequire, Module } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { AutoUpdater } from '../../../electron/shell/updates/autoUpdater.ts'
import type { PublishedRelease } from './fakeAutoUpdater.ts'

const require = createRequire(import.meta.url)
// As it quits, the package tells Electron's own updater, whose import needs the binary.
const electronAt = require.resolve('electron')
require.cache[electronAt] = Object.assign(new Module(electronAt), {
  loaded: true,
  exports: { autoUpdater: new EventEmitter() },
})
/** A CommonJS module, as the program's bundle has it. */
const electronUpdater = require('electron-updater') as typeof import('electron-updater')

/** Downloads as the package's own executor does, with Node's HTTP in the place of Chromium's. */
export class NodeDownloads extends NodeHttpExecutor {
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request = { headers: options.headers ?? undefined }
      configureRequestUrl(url, request)
      const callback = (error?: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

const scriptOf = (version: string): string => `#!/bin/sh\n# ${version}\n`

/** Writes for as long as somebody reads. */
export function writeForever(response: ServerResponse): void {
  while (!response.destroyed && response.write('# '.padEnd(65_536, 'x')));
  response.once('drain', () => writeForever(response))
}

export interface UpdateAddress {
  readonly url: string
  /** `file`: name of the channel file without system and `.yml`. */
  publish(file: string, release: PublishedRelease): void
  close(): Promise<void>
}

/** An update address on loopback; missing files answer 404. */
export async function openUpdateAddress(): Promise<UpdateAddress> {
  const files = new Map<string, string>()
  const server = createServer((request, response) => {
    const text = files.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    response.writeHead(text === undefined ? 404 : 200, { 'content-length': Buffer.byteLength(text ?? '') })
    response.end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish(file, { version, isIntact = true }) {
      const body = scriptOf(version)
      const sha512 = createHash('sha512').update(body).digest('base64')
      const name = `Openpit-${version}.AppImage`
      files.set(`/${name}`, isIntact ? body : `${body}# changed\n`)
      files.set(
        `/${file}-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`,
        `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${body.length}\n`,
      )
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export interface InstalledPackage {
  readonly updater: AutoUpdater
  /** The program ends by itself, with exit code 0. */
  readonly appQuits: () => void
}

/** The file that is replaced by an install. The package reads its path from the environment, as `APPIMAGE`. */
export const imageIn = (folder: string): string => join(folder, 'Openpit.AppImage')

/** `quit`: the package ends the program. */
export function installPackage(
  folder: string,
  { running, url, quit }: { readonly running: string; readonly url: string; readonly quit: () => void },
): InstalledPackage {
  const image = imageIn(folder)
  writeFileSync(image, scriptOf(running))
  chmodSync(image, 0o755)
  const configuration = join(folder, 'app-update.yml')
  writeFileSync(configuration, `provider: generic\nurl: ${url}\nupdaterCacheDirName: cache\n`)
  let onQuit: (code: number) => void = () => {}
  const updater = new electronUpdater.AppImageUpdater(null, {
    version: running,
    name: 'openpit',
    isPackaged: true,
    appUpdateConfigPath: configuration,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => {},
    quit,
    onQuit: (handler: (code: number) => void) => void (onQuit = handler),
  })
  Object.assign(updater, { httpExecutor: new NodeDownloads() })
  updater.logger = null
  updater.disableDifferentialDownload = true
  updater.setFeedURL({ provider: 'generic', url })
  return { updater: updater as unknown as AutoUpdater, appQuits: () => onQuit(0) }
}
