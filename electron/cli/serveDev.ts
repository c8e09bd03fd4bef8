/** `npm run dev`: the core of `serve.ts`, with the page from the bundler's own server, which shows changes at once. */

import { homedir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { clockOf } from '../../shared/base/clock.ts'
import { CONTRACT_PATH } from '../gateway/browserGateway.ts'
import { closeOnSignal } from '../launch/closeOnSignal.ts'
import { reportDefect } from '../launch/reportDefect.ts'
import { helpFor, parseOptions } from '../launch/options.ts'
import { serve } from '../serve.ts'

const parsed = await parseOptions(process.argv.slice(2), {
  platform: process.platform,
  environment: process.env,
  home: homedir(),
  workingDirectory: process.cwd(),
})
if (!parsed.ok) {
  process.stderr.write(`openpit: ${parsed.failure}\n`)
  process.exit(2)
}
if (parsed.value.help) {
  process.stdout.write(helpFor('npm start'))
  process.exit(0)
}
const { port, dataDirectory, venueFile, paper, session, record, liveOverLoopback } = parsed.value
try {
  /** Address of the page at the bundler's server, once it listens. */
  let address = ''
  const core = await serve(
    { port: 0, dataDirectory, venueFile, paper, session, record, liveOverLoopback },
    {
      onAddress: (url) =>
        void process.stdout.write(`For another window open ${address}${new URL(url).hash}\n`),
    },
  )
  await core.startDesk()
  const { origin, hash } = new URL(core.url)
  const page = await createServer({
    configFile: join(import.meta.dirname, '..', '..', 'vite.config.ts'),
    server: {
      host: '127.0.0.1',
      port: port === 0 ? 5173 : port,
      strictPort: port !== 0,
      // The gateway sees its own Host and Origin; the token still comes from the address.
      proxy: { [CONTRACT_PATH]: { target: origin, ws: true, changeOrigin: true, rewriteWsOrigin: true } },
    },
  })
  await page.listen()
  address = page.resolvedUrls?.local[0] ?? ''
  process.stdout.write(`Openpit is ready at ${address}${hash} (changes to the page show at once)\n`)
  closeOnSignal(
    clockOf(globalThis),
    () =>
      process.stdout.write(
        core
          .staysLive()
          .map((line) => `${line}\n`)
          .join(''),
      ),
    async () => {
      await page.close()
      await core.close()
    },
    (error) => reportDefect('Not everything closed in order.', error),
  )
} catch (error) {
  process.stderr.write(`openpit: ${error instanceof Error ? error.message : 'it could not start'}\n`)
  process.exit((error as { exitCode?: number }).exitCode ?? 1)
}
