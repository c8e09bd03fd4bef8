/** Peers of the bench, in a package of their own (`test/bench/package.json`): installed when first asked for, never by `npm ci` of the project. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const CCXT = join(import.meta.dirname, 'node_modules/ccxt/js/ccxt.js')

/** What is used of ccxt: the parts of its own handling of book deltas. */
export interface CcxtBookSide {
  store(price: number, amount: number): void
}
export interface CcxtExchange {
  orderBook(snapshot: { bids: [number, number][]; asks: [number, number][] }): {
    readonly bids: CcxtBookSide
    readonly asks: CcxtBookSide
  }
  safeFloat(record: object, key: string): number
}
interface Ccxt {
  readonly version: string
  readonly Exchange: new () => CcxtExchange
}

/** Null, after saying so, where the package registry cannot be reached. */
export async function loadCcxt(
  say: (line: string) => void,
): Promise<{ readonly version: string; readonly exchange: CcxtExchange } | null> {
  if (!existsSync(CCXT)) {
    say('installing the peers of the bench (ccxt, 70 MB) into test/bench/node_modules …')
    const ran = spawnSync('npm', ['ci', '--prefix', import.meta.dirname, '--no-audit', '--no-fund'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
      timeout: 300_000,
    })
    if (ran.status !== 0) {
      say('the peers could not be installed: published figures stand in for them')
      return null
    }
  }
  const module = (await import(pathToFileURL(CCXT).href)) as { readonly default: Ccxt }
  const { version, Exchange } = module.default
  return { version, exchange: new Exchange() }
}
