import { defineConfig } from '@playwright/test'

const browser = process.env['OPENPIT_CHROMIUM']

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: false,
  // Stories wait for the window most of the time; what is measured is measured alone, behind them.
  workers: 2,
  projects: [
    { name: 'stories', testIgnore: '**/bench.spec.ts' },
    { name: 'figures', testMatch: '**/bench.spec.ts', dependencies: ['stories'] },
  ],
  // Bounds on what hangs, never on what is slow: beside ten busy programs a sign-in took more than 15 s.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1600, height: 900 },
    launchOptions: { ...(browser ? { executablePath: browser } : {}), args: ['--no-sandbox'] },
  },
})
