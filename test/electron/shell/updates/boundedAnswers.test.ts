/** The bound of a channel file, on the client of `electron-updater` and over real HTTP on loopback. */

import { CancellationToken, configureRequestUrl } from 'builder-util-runtime'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  boundAnswers,
  CHANNEL_FILE_TOO_LONG,
  LONGEST_CHANNEL_FILE,
} from '../../../../electron/shell/updates/boundedAnswers.ts'
import { createElectronUpdater } from '../../../../electron/shell/updates/electronUpdater.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import {
  imageIn,
  installPackage,
  NodeDownloads,
  writeForever,
} from '../../../fakes/electron/packageAsAppImage.ts'

/** An address that gives each request to `answer`; `ended` counts the connections that are over. */
async function openAddress(answer: (path: string, response: ServerResponse) => void) {
  let ended = 0
  const server = createServer((request, response) => answer(request.url ?? '', response))
  server.on('connection', (socket) => socket.on('close', () => (ended += 1)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ended: () => ended }
}

function boundedClient(): NodeDownloads {
  const client = new NodeDownloads()
  boundAnswers(client)
  return client
}

function read(client: NodeDownloads, address: string): Promise<string | null> {
  const options = {}
  configureRequestUrl(new URL(address), options)
  return client.request(options)
}

it('a channel file as long as the bound is read whole, and one byte more is refused', async () => {
  const { url } = await openAddress((path, response) => response.end('x'.repeat(Number(path.slice(1)))))
  const client = boundedClient()
  expect(await read(client, `${url}/${LONGEST_CHANNEL_FILE}`)).toHaveLength(LONGEST_CHANNEL_FILE)
  await expect(read(client, `${url}/${LONGEST_CHANNEL_FILE + 1}`)).rejects.toMatchObject({
    code: CHANNEL_FILE_TOO_LONG,
  })
})

it('the bound counts bytes, not letters', async () => {
  const { url } = await openAddress((_path, response) =>
    response.end('é'.repeat(LONGEST_CHANNEL_FILE / 2 + 1)),
  )
  await expect(read(boundedClient(), url)).rejects.toMatchObject({ code: CHANNEL_FILE_TOO_LONG })
})

it('an answer without an end is refused, and its connection is ended', async () => {
  const { url, ended } = await openAddress((_path, response) => writeForever(response))
  await expect(read(boundedClient(), url)).rejects.toMatchObject({ code: CHANNEL_FILE_TOO_LONG })
  await expect.poll(ended).toBe(1)
})

it('an answer without an end behind a redirect is refused too', async () => {
  const { url } = await openAddress((path, response) => {
    if (path === '/there') return writeForever(response)
    response.writeHead(302, { location: '/there' }).end()
  })
  await expect(read(boundedClient(), `${url}/here`)).rejects.toMatchObject({ code: CHANNEL_FILE_TOO_LONG })
})

it('a missing file stays a missing file, however long its page is', async () => {
  const { url, ended } = await openAddress((_path, response) => {
    response.writeHead(404)
    writeForever(response)
  })
  await expect(read(boundedClient(), url)).rejects.toMatchObject({ statusCode: 404 })
  await expect.poll(ended).toBe(1)
})

it('a download may be longer than a channel file', async () => {
  const body = Buffer.alloc(3 * LONGEST_CHANNEL_FILE)
  const { url } = await openAddress((_path, response) => response.end(body))
  const folder = mkdtempSync(join(tmpdir(), 'openpit-bound-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const target = join(folder, 'download')
  await boundedClient().download(new URL(url), target, {
    cancellationToken: new CancellationToken(),
    sha512: createHash('sha512').update(body).digest('base64'),
  })
  expect(statSync(target).size).toBe(body.length)
})

// The package runs as an AppImage on Linux alone.
it.runIf(process.platform === 'linux')(
  'a check at an address without an end says so in one sentence, and the next check is made',
  async () => {
    const { url } = await openAddress((_path, response) => writeForever(response))
    const folder = mkdtempSync(join(tmpdir(), 'openpit-bound-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    vi.stubEnv('APPIMAGE', imageIn(folder))
    onTestFinished(() => void vi.unstubAllEnvs())
    const { updater } = installPackage(folder, { running: '0.1.0', url, quit: () => {} })
    const seam = createElectronUpdater({
      choice: { address: url, channel: 'stable' },
      clock: clockOf(globalThis),
      load: () => Promise.resolve(updater),
      leave: () => Promise.resolve(),
      giveUp: () => {},
    })
    // The package ends a request in the turn of its report. A dealer asks again in a later one.
    const nextTurn = () => new Promise((turn) => setImmediate(turn))
    for (const search of ['newer', 'older'] as const) {
      const news = new Promise((heard) => seam.listen(heard))
      seam.check(search)
      expect(await news).toEqual({
        is: 'failed',
        why: 'The channel file at the update address is longer than 256 kB, so Openpit stopped reading it. Nothing was installed, and no order was touched. Check --update-url, or ask the publisher.',
      })
      await nextTurn()
    }
  },
)
