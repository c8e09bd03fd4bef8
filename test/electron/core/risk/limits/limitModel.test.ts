import { expect, it } from 'vitest'
import { noLimitFigures, runLimitFlow } from './limitModel.ts'

it('random dealing with unknown orders, late news and slices never breaches a limit', async () => {
  const figures = noLimitFigures()
  for (let seed = 1; seed <= 300; seed++) await runLimitFlow(seed, 40, figures)
  expect(figures).toMatchObject({ flows: 300, breaches: 0, blind: 0 })
  for (const seen of ['passed', 'blocked', 'warned', 'tradeOuts', 'unknown'] as const)
    expect({ seen, often: figures[seen] > 50 }).toEqual({ seen, often: true })
})
