/** Puts a chart on the page that keeps what the dealer chooses, as its panel does. */

import { useState } from 'react'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ChartProps } from '../../renderer/panels/chart/chartProps.ts'
import { PriceChart } from '../../renderer/panels/chart/PriceChart.tsx'
import { DEFAULT_CHART, type ChartChoices } from '../../renderer/state/stores/chartChoices.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import type { CandleNews, Interval } from '../../shared/domain/candles/candle.ts'
import { ok } from '../../shared/base/result.ts'
import '../../renderer/style/base.css'
import '../../renderer/style/tokens.css'
import { ScriptedCore } from '../fakes/window/scriptedCore.ts'
import { instrument } from '../renderer/panels/ladder/scenes.ts'
import { loadFonts, pointAway } from './stage.tsx'

/** A core with these candles and none before them. */
export const coreWith = (news: CandleNews) => {
  const core = new ScriptedCore()
  core.answer('candles.read', () => ok({ candles: [], gaps: [], more: false }))
  core.startWith('candles', news)
  return core
}

/** A chart that keeps what the dealer chooses, as its panel does. */
function StatefulChart({
  client,
  interval,
  first,
  more,
}: {
  readonly client: ContractClient
  readonly interval: Interval
  readonly first: Partial<ChartChoices>
  readonly more: Partial<ChartProps>
}) {
  const [choices, setChoices] = useState<ChartChoices>({ ...DEFAULT_CHART, ...first })
  return (
    <PriceChart
      {...{ client, instrument, interval, choices, orders: [], position: null, unrealised: null }}
      onInterval={() => {}}
      {...more}
      onChoices={(change) => setChoices((before) => ({ ...before, ...change }))}
    />
  )
}

export async function stageChart(
  client: ContractClient,
  first: Partial<ChartChoices> = {},
  interval: Interval = '5m',
  more: Partial<ChartProps> = {},
) {
  await loadFonts()
  await page.viewport(900, 760)
  document.body.style.margin = '0'
  await pointAway()
  return await render(
    <div data-testid="stage" style={{ width: 620, height: 520, background: '#090c11' }}>
      <StatefulChart client={client} interval={interval} first={first} more={more} />
    </div>,
  )
}
